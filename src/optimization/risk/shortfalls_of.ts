import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { centred } from "./centred.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";

/** Adds how far each return of a portfolio lies below their mean, in units, 0 where it lies above. */
export function shortfallsOf(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit }: RiskContext<unknown>,
): Variables {
  return program.hinge(weights.mapped(centred(historyOf(problem))).times(-1 / unit));
}
