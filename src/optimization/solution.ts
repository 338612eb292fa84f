import type { SolutionStatus } from "../domain/solution_status.ts";

/** How good an answer is, computed from the returned point for every solver alike. */
export interface Certificate {
  readonly solver: string;
  readonly iterations: number;
  /** The largest breach of a rule at the weights returned, in the rule's unit. */
  readonly primalResidual: number;
  /** Relative to the largest entry of |P||x| + |q| + |A|'|z|. */
  readonly dualResidual: number;
  /** Relative to the objective, or to a millionth of the sizes of its terms where rounding alone is left of them. */
  readonly dualityGap: number;
  /** Whether the three are at most what `PROOF` in `certify/proof.ts` says, with integers a gap of `INTEGER_GAP`. */
  readonly provenOptimal: boolean;
  /** The search over what is held, where rules ask which weights are 0. */
  readonly search?: SearchProof;
}

/** What a search over what is held has shown. */
export interface SearchProof {
  /** What no weights can be better than, in the unit of the objective's value; null where it has shown nothing. */
  readonly bound: number | null;
  /** The programs that were bounded, each with some weights decided to be 0 or not. */
  readonly nodes: number;
}

/** A rule this near to a limit, in its unit, holds the answer back: well above the breach that a proof allows. */
export const BINDING_SLACK = 1e-7;

/** What mathematics answers: a status, never a throw. */
export interface Solution {
  readonly status: SolutionStatus;
  /** One sentence where the status needs one. */
  readonly detail: string | null;
  readonly weights: Float64Array | null;
  /** Per period. */
  readonly objective: { readonly name: string; readonly value: number } | null;
  readonly certificate: Certificate | null;
  /** By `ruleKey`: the derivative of the objective's value by the limit as sent. */
  readonly shadowPrices: ReadonlyMap<string, number>;
  /** Where the efficient frontier bends, of a method that follows it; null where it found none, absent of any other. */
  readonly cornerPortfolios?: CornerPortfolios | null;
}

/** The corners of a frontier, annual, least risk first. */
export interface CornerPortfolios {
  readonly portfolios: readonly {
    readonly return: number;
    readonly volatility: number;
    readonly weights: Float64Array;
  }[];
  /** Which of them are not proven, or what is missing; null where nothing is. */
  readonly detail: string | null;
}

/** The key of a rule in `shadowPrices`. */
export function ruleKey(family: string, rule: string | null): string {
  return JSON.stringify([family, rule]);
}
