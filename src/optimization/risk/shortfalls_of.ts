import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { timesRoots } from "./times_roots.ts";
import { centred } from "./centred.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";

/**
 * Adds how far each return of a portfolio lies below their mean, in units, 0 where it lies above. If rows count by
 * weights and `byRoots` is set, each is multiplied by the root of its weight, as sums of squares ask.
 */
export function shortfallsOf(
  program: ProgramBuilder,
  weights: Variables,
  { problem: { rowWeights, ...problem }, unit }: RiskContext<unknown>,
  { byRoots = false }: { readonly byRoots?: boolean } = {},
): Variables {
  const from = centred(historyOf(problem), rowWeights);
  const rows = byRoots && rowWeights !== undefined ? timesRoots(from, rowWeights) : from;
  return program.hinge(weights.mapped(rows).times(-1 / unit));
}
