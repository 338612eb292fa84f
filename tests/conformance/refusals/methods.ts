import { METHODS } from "../../../src/optimization/methods/mod.ts";
import type { Method, MethodNeeds } from "../../../src/optimization/methods/method.ts";
import { optimises, requiredBy } from "../../support/sent_methods.ts";
import { type RefusalCase, runs, VALID_MOMENTS, VALID_RUN, wholeRuns } from "./refusal_case.ts";

type Body = Readonly<Record<string, unknown>>;

/** Returns test cases of runs that the service must refuse and that differ from a valid run only in their methods. */
function methods(part: string, lists: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return runs(part, Object.fromEntries(Object.entries(lists).map(([what, value]) => [what, { methods: value }])));
}

/**
 * Returns one refusal case for each method that `among` accepts. All cases with the same suffix from `kindOf` share one
 * recorded answer, in which a placeholder stands for the method's id.
 */
function each(
  part: string,
  what: string,
  { bodyOf, among = () => true, kindOf = () => "" }: {
    readonly bodyOf: (method: string) => Body;
    readonly among?: (method: Method) => boolean;
    /** Returns the suffix of the name of the recorded answer. Methods with the same suffix share one answer. */
    readonly kindOf?: (method: Method) => string;
  },
): readonly RefusalCase[] {
  return [...METHODS].filter(among).flatMap((method) =>
    wholeRuns(part, { [`${method.id} ${what}`]: bodyOf(method.id) }).map((one) => ({
      ...one,
      shared: { name: `${part}: {method} ${what}${kindOf(method)}`, method: method.id },
    }))
  );
}

function needsOf({ id, parameters, needs }: Method): MethodNeeds {
  return needs(parameters.parse(requiredBy(id)));
}

const UNKNOWN = { weight_bounds: { assets: { NOBODY: { max: 0.5 } } } };
const ONE_ASSET = { moments: { assets: ["ALPHA"], expected_returns: [0.001], covariance: [[0.01]] } };

/**
 * Test cases of requests that the service must refuse, about the methods of a run and their parameters, keys and own
 * rules.
 */
export const methodRefusals: readonly RefusalCase[] = [
  ...methods("methods", {
    "no method": [],
    "null": null,
    "a text": "min_volatility",
    "an object": { method: "min_volatility" },
    "21 methods": Array.from({ length: 21 }, (_, i) => ({ method: "equal_weight", key: `k${i}` })),
    "null in the list": [null],
    "a number in the list": [7],
    "a list in the list": [["min_volatility"]],
    "an object without an id": [{ confidence: 0.9 }],
    "an id that is a number": [{ method: 7 }],
    "an unknown id": ["black_magic"],
    "an id near a known one": ["min_volatilty"],
    "an id near a known one in an object": [{ method: "max_sharp" }],
    "an id in capitals": ["MIN_VOLATILITY"],
    "an id that begins like a known one": ["efficient"],
    "an id of another service": ["hierarchical_risk_parity"],
    "an empty id": [""],
    "the id of a member of objects": ["constructor"],
    "a long id": ["m".repeat(200)],
    "two unknown ids among known ones": ["equal_weight", "min_var", "max_sharpe", { method: "cvar" }],
    "a key twice": [{ method: "equal_weight", key: "a" }, { method: "min_volatility", key: "a" }],
    "a key that is the id of another": ["equal_weight", { method: "min_volatility", key: "equal_weight" }],
    "a key that is a number": [{ method: "equal_weight", key: 1 }],
    "a key that is empty": [{ method: "equal_weight", key: "" }],
    "a key of 121 characters": [{ method: "equal_weight", key: "k".repeat(121) }],
    "a key with a line break": [{ method: "equal_weight", key: "a\nb" }],
    "a key that is a list": [{ method: "equal_weight", key: ["a"] }],
    "a parameter of a method that has none": [{ method: "min_volatility", confidence: 0.9 }],
    "a field near constraints": [{ method: "min_volatility", constraint: {} }],
    "a key and a parameter that are wrong": [{ method: "min_cvar", key: "", confidence: 2 }],
  }),
  ...methods("parameters", {
    "efficient_return without its target": ["efficient_return"],
    "efficient_return with a target that is null": [{ method: "efficient_return", target_return: null }],
    "efficient_return with a target that is a text": [{ method: "efficient_return", target_return: "10%" }],
    "efficient_return with a target beyond the largest number": [{ method: "efficient_return", target_return: 1e7 }],
    "efficient_return with a field near its target": [{ method: "efficient_return", target_returns: 0.1 }],
    "efficient_return with the target of another": [{ method: "efficient_return", target_volatility: 0.1 }],
    "efficient_risk without its target": ["efficient_risk"],
    "efficient_risk with a target that is null": [{ method: "efficient_risk", target_volatility: null }],
    "efficient_risk with a target below 0": [{ method: "efficient_risk", target_volatility: -0.1 }],
    "efficient_risk with a target that is true": [{ method: "efficient_risk", target_volatility: true }],
    "efficient_risk with a target beyond the largest number": [{ method: "efficient_risk", target_volatility: 1e7 }],
    "max_quadratic_utility with an aversion of 0": [{ method: "max_quadratic_utility", risk_aversion: 0 }],
    "max_quadratic_utility with an aversion below 0": [{ method: "max_quadratic_utility", risk_aversion: -2 }],
    "max_quadratic_utility with an aversion that is a text": [{ method: "max_quadratic_utility", risk_aversion: "2" }],
    "max_quadratic_utility with a huge aversion": [{ method: "max_quadratic_utility", risk_aversion: 1e30 }],
    "max_quadratic_utility with a field near its aversion": [{ method: "max_quadratic_utility", riskaversion: 2 }],
    "critical_line with an unknown target": [{ method: "critical_line", target: "max_return" }],
    "critical_line with a target that is null": [{ method: "critical_line", target: null }],
    "critical_line with the target of another": [{ method: "critical_line", target_return: 0.1 }],
    "max_diversification with a risk aversion": [{ method: "max_diversification", risk_aversion: 2 }],
    "max_decorrelation with a confidence": [{ method: "max_decorrelation", confidence: 0.9 }],
    "robust_mean_variance with an unknown set": [{ method: "robust_mean_variance", uncertainty_set: "sphere" }],
    "robust_mean_variance with a kappa below 0": [{ method: "robust_mean_variance", kappa: -1 }],
    "robust_mean_variance with a kappa that is a text": [{ method: "robust_mean_variance", kappa: "1" }],
    "robust_mean_variance with an aversion of 0": [{ method: "robust_mean_variance", risk_aversion: 0 }],
    "robust_mean_variance with a radius": [{ method: "robust_mean_variance", radius: 0.1 }],
    "dr_cvar with a confidence of 1": [{ method: "dr_cvar", confidence: 1 }],
    "dr_cvar with an aversion below 0": [{ method: "dr_cvar", risk_aversion: -1 }],
    "dr_cvar with a radius below 0": [{ method: "dr_cvar", radius: -0.001 }],
    "dr_cvar with a radius that is null": [{ method: "dr_cvar", radius: null }],
    "dr_cvar with a kappa": [{ method: "dr_cvar", kappa: 1 }],
    "min_cvar with a confidence of 0": [{ method: "min_cvar", confidence: 0 }],
    "min_cvar with a confidence of 1": [{ method: "min_cvar", confidence: 1 }],
    "min_cvar with a confidence that leaves no period": [{ method: "min_cvar", confidence: 1 - 1e-9 }],
    "min_evar with a confidence that leaves every period": [{ method: "min_evar", confidence: 1e-9 }],
    "min_cvar with a confidence in percent": [{ method: "min_cvar", confidence: 95 }],
    "min_cvar with a confidence that is null": [{ method: "min_cvar", confidence: null }],
    "min_cvar with a confidence that is a text": [{ method: "min_cvar", confidence: "0.95" }],
    "min_cvar with a field near confidence": [{ method: "min_cvar", confidense: 0.9 }],
    "min_mad with a confidence": [{ method: "min_mad", confidence: 0.9 }],
    "min_evar with a confidence of 1": [{ method: "min_evar", confidence: 1 }],
    "min_edar with a confidence below 0": [{ method: "min_edar", confidence: -0.5 }],
    "kelly with a confidence": [{ method: "kelly", confidence: 0.9 }],
    "risk_parity of a measure without contributions": [{ method: "risk_parity", measure: "gini" }],
    "risk_parity of a measure that is a list": [{ method: "risk_parity", measure: ["cvar"] }],
    "risk_parity of the variance with a confidence": [{ method: "risk_parity", confidence: 0.9 }],
    "risk_parity of the tail with a confidence of 0": [{ method: "risk_parity", measure: "cvar", confidence: 0 }],
    "risk_parity with budgets that sum to 0.9": [{ method: "risk_parity", budgets: { ALPHA: 0.4, BETA: 0.5 } }],
    "risk_parity with a budget of 0": [{ method: "risk_parity", budgets: { ALPHA: 1, BETA: 0 } }],
    "risk_parity with a budget that is a text": [{ method: "risk_parity", budgets: { ALPHA: "1" } }],
    "risk_parity with budgets that are a list": [{ method: "risk_parity", budgets: [0.5, 0.5] }],
    "risk_parity with no budgets": [{ method: "risk_parity", budgets: {} }],
    "risk_parity with a budget of nobody": [{ method: "risk_parity", budgets: { NOBODY: 1 } }],
    "risk_parity without the budgets of some": [{ method: "risk_parity", budgets: { ALPHA: 1 } }],
    "min_semideviation with a target": [{ method: "min_semideviation", target: 0 }],
    "max_sharpe with a risk-free rate": [{ method: "max_sharpe", risk_free_rate: 0.05 }],
    "wrong parameters of three methods": [
      { method: "min_cvar", confidence: 1 },
      "efficient_risk",
      { method: "hold", max: 1 },
    ],
  }),
  ...methods("wider measures", {
    "an order of 1": [{ method: "mean_risk", measure: "even_moment", order: 1 }],
    "an order between two": [{ method: "mean_risk", measure: "even_semimoment", order: 2.5 }],
    "an order of the kurtosis": [{ method: "mean_risk", measure: "square_root_kurtosis", order: 2 }],
    "a kappa of 0": [{ method: "mean_risk", measure: "relativistic_value_at_risk", kappa: 0 }],
    "a kappa of 1": [{ method: "mean_risk", measure: "rlvar_range", kappa: 1 }],
    "a kappa of an entropic one": [{ method: "mean_risk", measure: "evar_range", kappa: 0.3 }],
    "a confidence of 0": [{ method: "mean_risk", measure: "tail_gini", confidence: 0 }],
    "a confidence of the range": [{ method: "mean_risk", measure: "range", confidence: 0.9 }],
    "a target that is a text": [{ method: "mean_risk", measure: "first_lower_partial_moment", target: "0" }],
    "a target of another": [{ method: "hrp", risk_measure: "cvar_range", target: 0 }],
  }),
  ...methods("hierarchies", {
    "a distance that is none": [{ method: "hrp", distance: "pearsons" }],
    "a distance that is a number": [{ method: "nco", distance: 1 }],
    "a linkage that is none": [{ method: "herc", linkage: "centroid" }],
    "a leaf order that is none": [{ method: "schur", leaf_order: "optimum" }],
    "a leaf order of what has none": [{ method: "herc", leaf_order: "optimal" }, {
      method: "nco",
      leaf_order: "optimal",
    }],
    "no clusters": [{ method: "herc", clusters: 0 }],
    "more clusters than assets": [{ method: "nco", clusters: 5 }, "min_volatility", {
      method: "herc",
      clusters: 2_000,
    }],
    "clusters in part": [{ method: "herc", clusters: 1.5 }],
    "clusters that are a text": [{ method: "nco", clusters: "2" }],
    "clusters of what is halved": [{ method: "hrp", clusters: 2 }, { method: "schur", clusters: 2 }],
    "a risk measure that is none": [{ method: "hrp", risk_measure: "standard_deviation" }],
    "a measure under another name": [{ method: "herc", measure: "mad" }],
    "a confidence of the variance": [{ method: "hrp", confidence: 0.9 }],
    "a confidence of a measure without": [{ method: "herc", risk_measure: "mad", confidence: 0.9 }],
    "a confidence of 1": [{ method: "hrp", risk_measure: "cvar", confidence: 1 }],
    "a confidence that is a text": [{ method: "herc", risk_measure: "cvar", confidence: "0.9" }],
    "a risk measure of schur": [{ method: "schur", risk_measure: "mad" }],
    "a gamma below 0": [{ method: "schur", gamma: -0.1 }],
    "a gamma above 1": [{ method: "schur", gamma: 1.01 }],
    "a gamma of hrp": [{ method: "hrp", gamma: 0.5 }],
    "an inner method that is none": [{ method: "nco", inner: "min_variance" }],
    "an outer method that needs a target": [{ method: "nco", outer: "efficient_return" }],
    "an outer method that needs a starting portfolio": [{ method: "nco", outer: "hold" }],
    "clusters nested in clusters": [{ method: "nco", inner: "nco" }],
  }),
  ...wholeRuns("hierarchies", {
    "of ranks and of scenarios, on moments": {
      ...VALID_MOMENTS,
      methods: [
        { method: "hrp", distance: "spearman" },
        { method: "herc", risk_measure: "cvar" },
        { method: "nco", inner: "min_cvar" },
        { method: "schur", distance: "kendall" },
      ],
    },
  }),
  ...runs("expected returns", {
    "kelly with an estimate of them": { methods: ["kelly"], expected_returns: { estimator: "ewma" } },
    "kelly in a backtest with an estimate of them": {
      methods: ["min_volatility"],
      expected_returns: { estimator: "ewma" },
      rolling_backtest: { methods: ["kelly"], train_window: 10, rebalance_every: 5 },
    },
  }),
  ...runs("hierarchies", {
    "under a budget": { methods: ["hrp", "herc", "schur"], constraints: { budget: { max: 0.9 } } },
    "nco under a linear rule": {
      methods: ["nco"],
      constraints: { linear: [{ name: "tilt", coefficients: { ALPHA: 1 }, max: 0.5 }] },
    },
    "nco under groups that leave no weights": {
      methods: ["nco"],
      constraints: {
        groups: {
          map: { ALPHA: "a", BETA: "a", GAMMA: "b", DELTA: "b" },
          rules: [{ group: "a", max: 0.4 }, { group: "b", max: 0.5 }],
        },
      },
    },
    "bounds that leave no weights": { methods: ["hrp"], constraints: { weight_bounds: { max: 0.2 } } },
    "more clusters than assets in a backtest": {
      rolling_backtest: { train_window: 5, methods: [{ method: "herc", clusters: 9 }] },
    },
  }),
  ...each("parameters", "with an unknown parameter", {
    bodyOf: (method) => ({
      ...VALID_RUN,
      starting_portfolio: { ALPHA: 1 },
      methods: [{ method, ...requiredBy(method), wombat: 1 }],
    }),
  }),
  ...runs("needs", { "hold without a starting portfolio": { methods: ["hold"] } }),
  ...each("needs", "under rules it cannot have", {
    bodyOf: (method) => ({
      ...VALID_RUN,
      methods: [{ method, ...requiredBy(method), constraints: { cardinality: { max: 2 }, transaction_costs: {} } }],
    }),
  }),
  ...runs("needs", {
    "formulas under the rules of the run": {
      methods: ["equal_weight", "inverse_volatility", "min_volatility"],
      constraints: { weight_bounds: { max: 0.5 }, budget: {} },
    },
    "hold under rules and without a starting portfolio": { methods: ["hold"], constraints: { locked: ["ALPHA"] } },
  }),
  ...each("needs", "on the moments of one asset", {
    bodyOf: (method) => ({ ...ONE_ASSET, methods: [{ method, ...requiredBy(method) }] }),
    among: (method) => optimises(method) && needsOf(method).assets > 1,
    kindOf: (method) =>
      `${needsOf(method).history ? ", of a history" : ""}${needsOf(method).benchmark ? ", of a benchmark" : ""}`,
  }),
  ...wholeRuns("needs", {
    "methods of a history on moments": { ...VALID_MOMENTS, methods: ["min_semideviation", "min_mad", "min_cvar"] },
  }),
  ...methods("own rules", {
    "null": [{ method: "min_volatility", constraints: null }],
    "a list": [{ method: "min_volatility", constraints: [] }],
    "a family that is none": [{ method: "min_volatility", constraints: { weights: {} } }],
    "an unknown asset": ["equal_weight", { method: "min_volatility", constraints: UNKNOWN }],
    "limits that are crossed": [{ method: "min_volatility", constraints: { budget: { min: 2, max: 1 } } }],
    "turnover without a starting portfolio": [{ method: "max_sharpe", constraints: { turnover: { max: 0.1 } } }],
    "rules of a formula": [{ method: "equal_weight", constraints: { budget: { max: 1 } } }],
    "rules that cannot be met": ["equal_weight", {
      method: "max_return",
      constraints: { weight_bounds: { max: 0.2 } },
    }],
  }),
];
