import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { CostContext, Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { limit, unitOfSum, within } from "./limits.ts";
import { tradesOf } from "./trades.ts";

const basisPoints = boundedNumber.nonnegative();

const transactionCostsRules = z.strictObject({
  bps: basisPoints.default(0).meta({
    description: "Cost of trading, in basis points of the traded amount: 10 are 0.1 percent",
  }),
  assets: z.record(boundedName, basisPoints).default({}).meta({
    description: "Costs of single assets in place of the general one, in basis points: {asset: cost}",
  }),
  amortization_periods: boundedNumber.positive().default(1).meta({
    description: "Number of periods over which costs are spread when they are subtracted from the expected return",
  }),
  max: boundedNumber.nonnegative().optional().meta({
    description: "The largest cost of all trades together, a fraction of the portfolio, whatever the periods",
  }),
}).refine(({ bps, assets }) => bps > 0 || Object.keys(assets).length > 0, {
  error: "Cannot use transaction_costs without costs: set bps above 0, or costs of single assets",
});

export type TransactionCostsRules = z.output<typeof transactionCostsRules>;

/**
 * Costs proportional to the changes from the starting portfolio w0: Σ bps_i |w_i - w0_i| / 10,000, spread over the
 * amortisation periods, are subtracted from the expected return per period. `max` limits the costs before they are
 * spread. Holdings outside the run's assets are sold, at the general rate.
 */
export const transactionCosts: ConstraintFamily<TransactionCostsRules> = {
  id: "transaction_costs",
  kind: "costs",
  limitsIn: "fraction",
  documentation: {
    title: "Transaction costs",
    formula:
      "m'w - Σ bps_i |w_i - w0_i| / (10,000 amortization_periods) in place of m'w; Σ bps_i |w_i - w0_i| / 10,000 ≤ max",
    reference: "Lobo, Fazel, Boyd (2007), Portfolio optimization with linear and fixed transaction costs, Annals of " +
      "Operations Research 152",
    paragraph:
      "Costs in basis points of each change from the starting portfolio, the same for buying and selling, of all " +
      "assets or of single assets. The costs divided by amortization_periods are subtracted from the expected return " +
      "per period: in objectives, in the excess return of ratios, in target returns and in min_return. Methods that " +
      "minimise risk alone weigh no expected return, so that costs move their weights only by max, the largest sum of " +
      "all costs, or by min_return. Holdings outside the run's assets count as sold, at the cost bps.",
  },
  rules: transactionCostsRules,
  ofHoldings: true,
  priceFree: true,
  inConflict: "each",
  pointerOf: (rule) => jsonPointer(rule),
  unweighed: ({ max }) => max === undefined,
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
  describe: (rule) =>
    rule.rule === null
      ? "Transaction costs, subtracted from the expected return"
      : within("Transaction costs of all trades", rule),
  constrain(program, weights, rules, { problem, scale }) {
    if (rules.max === undefined) return;
    const total = costsIn(program, weights, ratesOf(rules, problem), { problem, scale }), unit = unitOf(rules, problem);
    limit(program, total, { max: rules.max }, { scale, family: this.id, rule: TOTAL, unit });
  },
  costs: (program, weights, rules, context) =>
    costsIn(program, weights, ratesOf(rules, context.problem, rules.amortization_periods), context),
  costsOf: (weights, rules, problem) => costsAt(weights, ratesOf(rules, problem, rules.amortization_periods), problem),
  evaluate(weights, rules, problem) {
    const value = costsAt(weights, ratesOf(rules, problem, rules.amortization_periods), problem);
    const taken = { family: this.id, rule: null, value, min: null, max: null };
    if (rules.max === undefined) return [taken];
    const total = costsAt(weights, ratesOf(rules, problem), problem);
    return [
      taken,
      { family: this.id, rule: TOTAL, value: total, min: null, max: rules.max, unit: unitOf(rules, problem) },
    ];
  },
  slopes(weights, rule, rules, problem) {
    if (rule === null) return null;
    const rates = ratesOf(rules, problem).each, unit = unitOf(rules, problem);
    return weights.map((weight, i) => rates[i] * Math.sign(weight - (problem.startingWeights?.[i] ?? 0)) / unit);
  },
};

/** The rule name of the limit on the costs of all trades. */
const TOTAL = "max";

/** Costs per unit of changed weight: for each asset of the run, and for holdings outside it. */
interface Rates {
  readonly each: Float64Array;
  readonly outside: number;
}

/** The rates of the rules as fractions, divided by a number of periods. */
function ratesOf({ bps, assets: own }: TransactionCostsRules, { assets }: Problem, periods = 1): Rates {
  const outside = bps / 10_000 / periods;
  return {
    each: Float64Array.from(assets, (asset) => Object.hasOwn(own, asset) ? own[asset] / 10_000 / periods : outside),
    outside,
  };
}

/** The unit in which the costs of all trades are compared with their limit. */
function unitOf(rules: TransactionCostsRules, problem: Problem): number {
  return unitOfSum(ratesOf(rules, problem).each, { max: rules.max });
}

/** An expression of the costs of all trades at given rates, times the scale. */
function costsIn(program: ProgramBuilder, weights: Variables, { each, outside }: Rates, context: CostContext): Affine {
  const { positive, negative } = tradesOf(program, weights, context);
  const sold = context.scale.times(outside * context.problem.startingWeightOutside);
  return positive.dot(each).plus(negative.dot(each)).plus(sold);
}

function costsAt(
  weights: Float64Array,
  { each, outside }: Rates,
  { startingWeights, startingWeightOutside }: Problem,
): number {
  return weights.reduce(
    (sum, weight, i) => sum + each[i] * Math.abs(weight - (startingWeights?.[i] ?? 0)),
    outside * startingWeightOutside,
  );
}
