import type { CostContext } from "../problem.ts";
import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { Parts } from "../program/maxima_settlers.ts";

/**
 * Returns the purchases and sales of each asset of the run, times the scale: the positive and negative parts of the
 * changes from the starting portfolio. All families of a program share them.
 */
export function tradesOf(program: ProgramBuilder, weights: Variables, { problem, scale }: CostContext): Parts {
  const start = problem.startingWeights ?? new Float64Array(weights.count);
  return program.split("trade", () => weights.all().minus(scale.spread(start)));
}
