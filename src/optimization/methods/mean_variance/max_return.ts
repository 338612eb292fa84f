import { type Method, needing } from "../method.ts";
import type { Problem } from "../../problem.ts";
import { netReturn, netReturnOf } from "../../program/net_return.ts";
import type { WeightObjective } from "../../weights/weight_objective.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** Maximises the expected return less costs under the rules. */
export const maxReturn: Method<NoParameters> = defineProgramMethod({
  id: "max_return",
  group: "mean-variance",
  documentation: {
    title: "Maximum return",
    formula: "maximise m'w",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The upper end of the efficient frontier. Without limits on the weights it holds a single asset.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["maximum_return"],
  minimise: (lowered, { problem }) => maximiseReturn(lowered, problem),
});

/** Adds the negated expected return, less costs, to the minimised objective of a program. */
export function maximiseReturn({ program, weights, scale }: WeightProgram, problem: Problem): WeightObjective {
  program.minimize(netReturn(program, weights, { problem, scale }).times(-1));
  return { name: "expected_return", value: (found) => netReturnOf(found, problem), slope: () => -1 };
}
