import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

/**
 * Adds the conditional value at risk of losses: min over t of t + Σ max(loss - t, 0) / ((1 - c) T). Rockafellar,
 * Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2. Of losses none of which is ever below a
 * number, as none of drawdowns is below 0, the threshold is not either.
 */
export function meanBeyondThreshold(
  program: ProgramBuilder,
  losses: Affine,
  confidence: number,
  least = -Infinity,
): Affine {
  const T = losses.length, threshold = program.variables(1);
  const beyond = program.hinge(losses, {
    threshold,
    least,
    place: (values) => values.toSorted()[Math.min(T - 1, Math.floor(confidence * T))],
  });
  return threshold.at(0).plus(beyond.sum().times(1 / ((1 - confidence) * T)));
}
