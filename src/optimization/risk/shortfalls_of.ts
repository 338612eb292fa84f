import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { timesRoots } from "./times_roots.ts";
import { centred } from "./centred.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";

/**
 * Adds hinges u_t ≥ max(mean(x) - x_t, 0) / unit, one for each period t of the history, x the returns of the portfolio.
 * With row weights and `byRoots` each hinge is multiplied by the root of its row weight, for a sum of squares.
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
