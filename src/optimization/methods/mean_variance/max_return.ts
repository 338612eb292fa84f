import { dot } from "../../../domain/matrix.ts";
import { type Method, needing } from "../method.ts";
import type { Problem } from "../../problem.ts";
import type { Variables } from "../../program/program.ts";
import type { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightObjective } from "../../program/weight_program.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** The largest expected return that the rules allow. */
export const maxReturn: Method<NoParameters> = defineProgramMethod({
  id: "max_return",
  group: "mean-variance",
  documentation: {
    title: "Maximum return",
    formula: "maximise m'w",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The upper end of the efficient frontier. Without limits on weights all of it is in one asset.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, observations: 1, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["maximum_return"],
  minimise: ({ program, weights }, { problem }) => maximiseReturn(program, weights, problem),
});

/** Adds the expected return of weights, with its sign changed, to the objective of a program. */
export function maximiseReturn(
  program: ProgramBuilder,
  weights: Variables,
  { expectedReturns }: Problem,
): WeightObjective {
  program.minimize(weights.dot(expectedReturns).times(-1));
  return { name: "expected_return", value: (found) => dot(expectedReturns, found), slope: () => -1 };
}
