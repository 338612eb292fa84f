import { matrix } from "../../../src/domain/matrix.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { type Market, marketOf, problemOf } from "../../../tests/support/sample_problem.ts";

/** Histories are weekly. */
export const WEEKS_PER_YEAR = 52;

/** Rules as a request has them. */
export interface SentRules {
  readonly constraints: Readonly<Record<string, unknown>>;
  /** A weight an asset; absent where the run starts from cash. */
  readonly startingPortfolio?: readonly number[];
  readonly startingWeightOutside: number;
  /** Annual. */
  readonly riskFreeRate: number;
}

/** A program as JSON: everything from which it can be solved again. */
export interface AccuracyProgram {
  readonly seed: number;
  /** What is uneven about the history. */
  readonly kinds: readonly string[];
  readonly method: string;
  readonly parameters: Readonly<Record<string, number | string | Readonly<Record<string, number>>>>;
  /** Weekly, T rows of n simple returns. */
  readonly returns: readonly (readonly number[])[];
  readonly rules: SentRules;
  /** Weights that keep the rules and the method's own limits; null where none were made. */
  readonly knownPoint: readonly number[] | null;
}

/** The market of a history, moments by their definitions. */
export function marketOfRows(returns: readonly (readonly number[])[]): Market {
  return marketOf(matrix(returns.length, returns[0].length, Float64Array.from(returns.flat())));
}

/** The problem that a method is asked to solve. */
export function problemOfProgram({ returns, rules }: AccuracyProgram): Problem {
  return problemOf(marketOfRows(returns), rules);
}
