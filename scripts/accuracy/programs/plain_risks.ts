import type { Problem } from "../../../src/optimization/problem.ts";
import { objectiveOf } from "../../../tests/support/objectives.ts";
import { WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { costsAt, type Parameters, roundingOf } from "./plain_objective.ts";
import { summed } from "./summed.ts";

/**
 * A rule that is not linear. `breachAt` returns by how much weights break it, in the rule's unit, and the rounding
 * error of that figure.
 */
export interface PlainRisk {
  readonly name: string;
  breachAt(weights: Float64Array): { readonly breach: number; readonly rounding: number };
}

/** Constraints of a request that are read as rules that are not linear. */
interface Sent {
  readonly min_return?: number;
  readonly transaction_costs?: unknown;
  readonly risk_limits?: readonly ({ readonly measure: string; readonly max: number } & Parameters)[];
  readonly tracking_error?: { readonly max: number };
  readonly concentration?: { readonly min_effective_assets: number };
}

/** Ids of the constraint families whose rules are neither linear nor limits on sums of absolute weights. */
export const FAMILIES_OF_RISKS: readonly string[] = [
  "transaction_costs",
  "risk_limits",
  "tracking_error",
  "concentration",
  "cardinality",
  "min_position",
];

/**
 * Returns the rules of a program that are neither linear, nor on sums of absolute weights, nor counts, by the
 * documented formulas of their families.
 */
export function plainRisks(constraints: Readonly<Record<string, unknown>>, problem: Problem): readonly PlainRisk[] {
  const sent: Sent = constraints;
  return [...netReturn(sent, problem), ...limitsOn(sent, problem), ...concentrationOf(sent)];
}

function netReturn({ min_return: least, transaction_costs }: Sent, problem: Problem): PlainRisk[] {
  if (least === undefined || transaction_costs === undefined) return [];
  return [returnAfterCosts("min_return", least, problem)];
}

/** Returns the rule that the expected annual return of weights, less the annual costs, is at least a number. */
export function returnAfterCosts(name: string, least: number, problem: Problem): PlainRisk {
  return {
    name: `${name} after costs`,
    breachAt(weights) {
      const { sum, rounding } = summed(problem.expectedReturns, weights), costs = costsAt(weights, problem);
      return {
        breach: least - WEEKS_PER_YEAR * (sum - costs),
        rounding: WEEKS_PER_YEAR * (rounding + 8 * weights.length * Number.EPSILON * costs),
      };
    },
  };
}

function limitsOn({ risk_limits = [], tracking_error }: Sent, problem: Problem): PlainRisk[] {
  const perYear = Math.sqrt(WEEKS_PER_YEAR);
  const limited = (
    name: string,
    { method, parameters, max, factor }: { method: string; parameters: Parameters; max: number; factor: number },
  ): PlainRisk => ({
    name,
    breachAt: (weights) => ({
      breach: factor * objectiveOf(method, weights, problem, parameters) - max,
      rounding: factor * roundingOf(method, weights, problem, parameters) + 4 * Number.EPSILON * Math.abs(max),
    }),
  });
  const ofMeasures = risk_limits.map(({ measure, max, ...parameters }) =>
    limited(`risk_limits ${measure}`, {
      method: `min_${measure}`,
      parameters,
      max,
      factor: measure === "volatility" ? perYear : 1,
    })
  );
  if (tracking_error === undefined) return ofMeasures;
  const { max } = tracking_error;
  const method = "min_tracking_error";
  return [...ofMeasures, limited("tracking_error", { method, parameters: {}, max, factor: perYear })];
}

/**
 * Returns the concentration rule in units of weights: the Euclidean norm of the weights is at most their sum divided by
 * the square root of the smallest effective number of assets.
 */
function concentrationOf({ concentration }: Sent): PlainRisk[] {
  if (concentration === undefined) return [];
  const root = Math.sqrt(concentration.min_effective_assets);
  return [{
    name: "concentration",
    breachAt(weights) {
      const norm = Math.hypot(...weights), size = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
      const breach = norm - weights.reduce((sum, weight) => sum + weight, 0) / root;
      return { breach, rounding: Number.EPSILON * (weights.length + 2) * (norm + size / root) };
    },
  }];
}
