import { type RefusalCase, rules, runs, VALID_MOMENTS, VALID_STOCKS, wholeRuns } from "./refusal_case.ts";

const MAP = { ALPHA: "banks", BETA: "banks", GAMMA: "energy", DELTA: "energy" };
const HELD = { ALPHA: 0.5, BETA: 0.5 };

function groups(...rules: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { groups: { map: MAP, rules } };
}

function sum(
  name: string,
  limits: Readonly<Record<string, unknown>>,
  coefficients: unknown = { ALPHA: 1, BETA: 1 },
): unknown {
  return { name, coefficients, ...limits };
}

/**
 * Test cases of requests that the service must refuse because no weights keep all their rules, the budget and the
 * bounds of weights together. The response names the conflicting rules.
 */
export const conflictRefusals: readonly RefusalCase[] = [
  ...rules("conflict", {
    "largest weights that add up to less than the budget": { weight_bounds: { max: 0.2 } },
    "smallest weights that add up to more than the budget": { weight_bounds: { min: 0.3 } },
    "bounds of assets that add up to more than the budget": {
      weight_bounds: { assets: { ALPHA: { min: 0.6 }, BETA: { min: 0.6 } } },
    },
    "bounds of assets that add up to less than the budget": {
      weight_bounds: { assets: Object.fromEntries(Object.keys(MAP).map((asset) => [asset, { max: 0.1 }])) },
    },
    "a budget below what bounds allow": { weight_bounds: { min: 0.2 }, budget: { max: 0.5 } },
    "a budget above what bounds allow": { weight_bounds: { max: 0.2 }, budget: { min: 0.9, max: 1.1 } },
    "a budget below 0 without short selling": { budget: { min: -2, max: -1 } },
    "groups that add up to less than the budget": groups({ group: "banks", max: 0.4 }, { group: "energy", max: 0.5 }),
    "groups that add up to more than the budget": groups({ group: "banks", min: 0.6 }, { group: "energy", min: 0.5 }),
    "a group below 0": groups({ group: "banks", max: -0.1 }),
    "a group above the bounds of its assets": { ...groups({ group: "banks", min: 0.7 }), weight_bounds: { max: 0.3 } },
    "groups of two classifications": {
      groups: [
        { name: "sector", map: MAP, rules: [{ group: "banks", min: 0.8 }] },
        { name: "size", map: { ALPHA: "large", GAMMA: "large" }, rules: [{ group: "large", min: 0.5, max: 0.6 }] },
        { name: "country", map: { BETA: "in" }, rules: [{ group: "in", max: 0.1 }] },
      ],
    },
    "a group below the budget of its assets": {
      ...groups({ group: "banks", max: 0.2 }),
      weight_bounds: { assets: { GAMMA: { max: 0.3 }, DELTA: { max: 0.3 } } },
    },
    "linear rules against one another": { linear: [sum("at most", { max: 0.2 }), sum("at least", { min: 0.5 })] },
    "a linear rule against a bound": {
      linear: [sum("twice", { min: 1.5 }, { ALPHA: 2 })],
      weight_bounds: { assets: { ALPHA: { max: 0.5 } } },
    },
    "a linear rule that is never met": { linear: [sum("negative", { max: -1 })] },
    "a linear rule without coefficients": { linear: [sum("nothing", { min: 1 }, {})] },
    "a linear rule with a stroke in its name against a group": {
      linear: [sum("a/b", { max: 0.1 })],
      ...groups({ group: "banks", min: 0.5 }),
    },
    "three linear rules of which two conflict": {
      linear: [
        sum("harmless", { max: 0.9 }, { GAMMA: 1 }),
        sum("low", { max: 0.1 }, { DELTA: 1 }),
        sum("high", { min: 0.2 }, { DELTA: 1 }),
      ],
    },
    "a long limit below the budget": { exposure: { long_max: 0.5 } },
    "a gross limit below the budget": { exposure: { gross_max: 0.9 } },
    "a gross limit below the budget, with short selling": { exposure: { short: true, gross_max: 0.5 } },
    "a long limit below the budget, with short selling": { exposure: { short: true, long_max: 0.8 } },
    "a short limit against the bound of an asset": {
      exposure: { short: true, short_max: 0.1 },
      weight_bounds: { assets: { ALPHA: { max: -0.3 } } },
    },
    "long and short limits against linear rules": {
      exposure: { short: true, long_max: 1.2, short_max: 0.1 },
      linear: [sum("neutral", { max: -0.2 }, { ALPHA: 1, BETA: 1 })],
    },
    "rules of five families, of which some conflict": {
      weight_bounds: { min: 0.05, max: 0.6 },
      ...groups({ group: "banks", max: 0.3 }, { group: "energy", max: 0.9 }),
      linear: [sum("alpha", { min: 0.35 }, { ALPHA: 1 })],
      budget: { min: 1, max: 1 },
      exposure: { gross_max: 1 },
    },
  }),
  ...runs("conflict", {
    "a turnover too small for the bounds": {
      starting_portfolio: HELD,
      constraints: { turnover: { max: 0.1 }, weight_bounds: { max: 0.3 } },
    },
    "a turnover too small for a group": {
      starting_portfolio: HELD,
      constraints: { turnover: { max: 0.2 }, ...groups({ group: "energy", min: 0.5 }) },
    },
    "a turnover too small for what is held outside": {
      starting_portfolio: { ...HELD, OMEGA: 1 },
      constraints: { turnover: { max: 0.4 } },
    },
    "a turnover of nothing from half a portfolio": {
      starting_portfolio: { ALPHA: 0.5 },
      constraints: { turnover: { max: 0 } },
    },
    "locked weights above a bound": {
      starting_portfolio: HELD,
      constraints: { locked: ["ALPHA"], weight_bounds: { max: 0.4 } },
    },
    "locked weights that are all of the budget": {
      starting_portfolio: HELD,
      constraints: { locked: ["ALPHA", "BETA"], weight_bounds: { min: 0.05 } },
    },
    "locked weights below 0 without short selling": {
      starting_portfolio: { ALPHA: -0.5, BETA: 1.5 },
      constraints: { locked: ["ALPHA"] },
    },
    "every weight locked beside the budget": {
      starting_portfolio: { ALPHA: 0.2, BETA: 0.2, GAMMA: 0.2, DELTA: 0.2 },
      constraints: { locked: ["ALPHA", "BETA", "GAMMA", "DELTA"] },
    },
    "locked weights against a group and a turnover": {
      starting_portfolio: HELD,
      constraints: {
        locked: ["ALPHA"],
        turnover: { max: 0.3 },
        ...groups({ group: "banks", max: 0.55 }, { group: "energy", max: 0.3 }),
      },
    },
    "rules of the second of three methods": {
      methods: [
        { method: "min_volatility", constraints: { weight_bounds: { max: 0.5 } } },
        { method: "max_sharpe", constraints: { weight_bounds: { max: 0.24 } } },
        "equal_weight",
      ],
    },
    "rules of a run of which each method has its own, beside a frontier": {
      methods: [{ method: "min_volatility", constraints: {} }],
      constraints: { weight_bounds: { max: 0.2 } },
      efficient_frontier: { points: 5 },
    },
    "rules of the run, told before those of a method": {
      methods: ["min_volatility", { method: "min_mad", constraints: { budget: { min: -2, max: -1 } } }],
      constraints: { weight_bounds: { max: 0.2 } },
    },
    "rules of a ratio": { methods: ["max_sharpe"], constraints: { weight_bounds: { max: 0.2 } } },
  }),
  ...wholeRuns("conflict", {
    "bounds on moments": { ...VALID_MOMENTS, constraints: { weight_bounds: { max: 0.4 } } },
    "bounds on stocks": { ...VALID_STOCKS, constraints: { weight_bounds: { max: 0.3 } } },
    "a group and a bound on stocks": {
      ...VALID_STOCKS,
      constraints: {
        groups: { map: { "NSE:EXLOTUS": "banks", "NSE:EXBANYAN": "banks" }, rules: [{ group: "banks", max: 0.2 }] },
        weight_bounds: { assets: { "NSE:EXMANGO": { max: 0.5 } } },
      },
    },
  }),
];
