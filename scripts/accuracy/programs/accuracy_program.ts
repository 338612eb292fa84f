import { matrix } from "../../../src/domain/matrix.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { type Market, marketOf, problemOf } from "../../../tests/support/sample_problem.ts";

/** Number of periods in a year. The random histories are weekly. */
export const WEEKS_PER_YEAR = 52;

/** Constraints and settings of a random program, in the form in which a request states them. */
export interface SentRules {
  readonly constraints: Readonly<Record<string, unknown>>;
  /** Starting weight of each asset of the random program. Absent where the program has no starting portfolio. */
  readonly startingPortfolio?: readonly number[];
  readonly startingWeightOutside: number;
  /** Annual risk-free rate of the random program, as a fraction. */
  readonly riskFreeRate: number;
}

/** A random optimisation program as JSON. It holds everything that is needed to solve the program again. */
export interface AccuracyProgram {
  readonly seed: number;
  /** Names of the irregularities of the price history, for example jumps or duplicate assets. */
  readonly kinds: readonly string[];
  readonly method: string;
  readonly parameters: Readonly<Record<string, number | string | Readonly<Record<string, number>>>>;
  /** Weekly simple returns of the random program: T rows of n assets. */
  readonly returns: readonly (readonly number[])[];
  readonly rules: SentRules;
  /**
   * Weights that satisfy the rules and the limits of the method, or null where none are known. They prove a reported
   * conflict of the rules false, and the method's answer must not be worse than they are.
   */
  readonly knownPoint: readonly number[] | null;
}

/** Returns the market of a history of returns, with sample mean and covariance by their definitions. */
export function marketOfRows(returns: readonly (readonly number[])[]): Market {
  return marketOf(matrix(returns.length, returns[0].length, Float64Array.from(returns.flat())));
}

/** Returns the optimisation problem that a method must solve for a random program. */
export function problemOfProgram({ returns, rules }: AccuracyProgram): Problem {
  return problemOf(marketOfRows(returns), rules);
}
