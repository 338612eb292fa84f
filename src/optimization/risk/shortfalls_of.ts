import type { ProgramBuilder, Variables } from "../program/program.ts";
import { centred } from "./centred.ts";
import { type CompleteGuess, historyOf, type RiskContext } from "./risk_measure.ts";

/** Adds how far each return of a portfolio lies below their mean, in units, 0 where it lies above. */
export function shortfallsOf(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit }: RiskContext<unknown>,
): { readonly below: Variables; readonly complete: CompleteGuess } {
  const shortfalls = weights.mapped(centred(historyOf(problem))).times(-1 / unit);
  const below = program.hinge(shortfalls);
  return {
    below,
    complete: (guess) => shortfalls.evaluate(guess).forEach((d, i) => guess[below.offset + i] = Math.max(d, 0)),
  };
}
