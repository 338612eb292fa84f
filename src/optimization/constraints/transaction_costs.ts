import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { Problem } from "../problem.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { tradesOf } from "./trades.ts";

const basisPoints = boundedNumber.nonnegative();

const transactionCostsRules = z.strictObject({
  bps: basisPoints.default(0),
  assets: z.record(boundedName, basisPoints).default({}),
  amortization_periods: boundedNumber.positive().default(1),
}).refine(({ bps, assets }) => bps > 0 || Object.keys(assets).length > 0, {
  error: "Cannot use transaction_costs without costs: set bps above 0, or costs of single assets",
});

export type TransactionCostsRules = z.output<typeof transactionCostsRules>;

/**
 * Proportional costs of the changes from the starting portfolio, taken from the expected return per period: Σ bps /
 * 10,000 |w - start| over the periods that they are spread over. What is held outside the run's assets is sold, at the
 * general costs.
 */
export const transactionCosts: ConstraintFamily<TransactionCostsRules> = {
  id: "transaction_costs",
  kind: "costs",
  documentation: {
    title: "Transaction costs",
    formula: "m'w - Σ bps_i |w_i - w0_i| / (10,000 amortization_periods) in place of m'w",
    reference: "Lobo, Fazel, Boyd (2007), Portfolio optimization with linear and fixed transaction costs, Annals of " +
      "Operations Research 152",
    paragraph:
      "Costs in basis points of each change from the starting portfolio, the same for buying and selling, of all " +
      "assets or of single assets. The costs divided by amortization_periods are subtracted from the expected return " +
      "per period: in objectives, in the excess return of ratios and in min_return. Holdings outside the run's " +
      "assets count as sold, at the cost bps.",
  },
  rules: transactionCostsRules,
  priceFree: true,
  inConflict: "as_one",
  check({ assets: own }, { assets, hasStartingPortfolio }) {
    const known = new Set<string>(assets);
    const unknown = Object.keys(own).filter((asset) => !known.has(asset)).map((asset) => ({
      pointer: jsonPointer("assets", asset),
      detail: `Cannot give costs to "${asset}", which is not an asset of the run`,
    }));
    if (hasStartingPortfolio) return unknown;
    return [
      { pointer: "", detail: "Cannot compute transaction costs without a starting_portfolio: send one" },
      ...unknown,
    ];
  },
  describe: () => "Transaction costs, subtracted from the expected return",
  constrain() {},
  costs(program, weights, rules, context) {
    const { positive, negative } = tradesOf(program, weights, context);
    const rates = ratesOf(rules, context.problem);
    const outside = context.scale.times(generalRate(rules) * context.problem.startingWeightOutside);
    return positive.dot(rates).plus(negative.dot(rates)).plus(outside);
  },
  costsOf(weights, rules, problem) {
    const rates = ratesOf(rules, problem), { startingWeights, startingWeightOutside } = problem;
    return weights.reduce(
      (sum, weight, i) => sum + rates[i] * Math.abs(weight - (startingWeights?.[i] ?? 0)),
      generalRate(rules) * startingWeightOutside,
    );
  },
  evaluate(weights, rules, problem) {
    const value = transactionCosts.costsOf?.(weights, rules, problem) ?? 0;
    return [{ family: this.id, rule: null, value, min: null, max: null }];
  },
};

/** Of a change of weight of each asset, per period. */
function ratesOf(rules: TransactionCostsRules, { assets }: Problem): Float64Array {
  const { assets: own, amortization_periods: periods } = rules;
  return Float64Array.from(
    assets,
    (asset) => Object.hasOwn(own, asset) ? own[asset] / 10_000 / periods : generalRate(rules),
  );
}

function generalRate({ bps, amortization_periods: periods }: TransactionCostsRules): number {
  return bps / 10_000 / periods;
}
