import type { SolutionStatus } from "../domain/solution_status.ts";

/** The figures that prove an answer, computed from the returned point in the same way for every solver. */
export interface Certificate {
  readonly solver: string;
  readonly iterations: number;
  /** The largest breach of a rule at the weights returned, in the rule's unit. */
  readonly primalResidual: number;
  /**
   * The largest reduced cost that no bound stops, relative to the sizes of its terms: the largest entry of |P||x| + |q|
   * + |C|'|z|, for the objective ½ x'Px + q'x and rows C x + c with multipliers z.
   */
  readonly dualResidual: number;
  /**
   * Duality gap, relative to the objective. If the terms of the objective cancel up to rounding, relative to a
   * millionth of the sum of their sizes.
   */
  readonly dualityGap: number;
  /**
   * Whether the three residuals are within `PROOF` of `certify/proof.ts`. With rules on which weights are 0 the gap may
   * be `INTEGER_GAP`.
   */
  readonly provenOptimal: boolean;
  /** Result of the branch-and-bound search over the held assets, if rules restrict which weights are 0. */
  readonly search?: SearchProof;
}

/** The result of a branch-and-bound search over the held assets. */
export interface SearchProof {
  /**
   * Bound on the objective of all feasible weights, in the unit of the objective's value; null if the search proved
   * none.
   */
  readonly bound: number | null;
  /** Number of nodes whose relaxation was bounded. Each node fixes some assets as held or not held. */
  readonly nodes: number;
}

/**
 * A rule whose slack is at most this, in its unit, is binding. The number is well above the breach that a proof allows.
 */
export const BINDING_SLACK = 1e-7;

/** The result of a solve. Every mathematical outcome is a status, never an exception. */
export interface Solution {
  readonly status: SolutionStatus;
  /** One sentence that explains the status; null if none is needed. */
  readonly detail: string | null;
  readonly weights: Float64Array | null;
  /** The value of the objective, per period. */
  readonly objective: { readonly name: string; readonly value: number } | null;
  readonly certificate: Certificate | null;
  /** Shadow prices by `ruleKey`: the derivative of the objective's value with respect to the limit as sent. */
  readonly shadowPrices: ReadonlyMap<string, number>;
  /**
   * The corner portfolios of a method that follows the critical line; null if it found none, absent for other methods.
   */
  readonly cornerPortfolios?: CornerPortfolios | null;
}

/** The corner portfolios of a frontier from the least risk on, with annual figures. */
export interface CornerPortfolios {
  readonly portfolios: readonly {
    readonly return: number;
    readonly volatility: number;
    readonly weights: Float64Array;
  }[];
  /** A sentence on corners that are not proven or missing; null if all are proven. */
  readonly detail: string | null;
}

/** The key of a rule in `shadowPrices` and in `leftOut`. */
export function ruleKey(family: string, rule: string | null): string {
  return JSON.stringify([family, rule]);
}
