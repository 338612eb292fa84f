import {
  body,
  MOMENTS,
  PRICES,
  type RefusedBody,
  testOfRefusedBodies,
  withoutInput,
} from "../../tests/support/refused_bodies.ts";

/** Bodies whose methods or estimators are refused. */
const REFUSED: readonly RefusedBody[] = [
  ["no methods", { prices: PRICES }, "/methods", /Cannot find "methods"/],
  ["an empty list of methods", body({ methods: [] }), "/methods", /at least 1/],
  ["21 methods", body({ methods: Array(21).fill("hold") }), "/methods", /21 items/],
  [
    "one asset where the method needs two",
    body({ prices: { dates: PRICES.dates, series: { A: [1, 2, 3, 4] } } }),
    "/methods/0",
    /2 assets/,
  ],
  [
    "an unknown measure of mean_risk",
    body({ methods: [{ method: "mean_risk", measure: "mads" }] }),
    "/methods/0/measure",
    /did you mean "mad"/,
  ],
  [
    "an unknown objective of mean_risk",
    body({ methods: [{ method: "mean_risk", objective: "max_returns" }] }),
    "/methods/0/objective",
    /did you mean "max_return"/,
  ],
  [
    "a confidence of mean_risk whose measure has none",
    body({ methods: [{ method: "mean_risk", measure: "semideviation", confidence: 0.9 }] }),
    "/methods/0/confidence",
    /"confidence" with the measure semideviation/,
  ],
  [
    "a confidence in percent of mean_risk",
    body({ methods: [{ method: "mean_risk", measure: "cvar", confidence: 95 }] }),
    "/methods/0/confidence",
    /for "confidence": it must be at most 0\.999999$/,
  ],
  [
    "a risk aversion of mean_risk whose objective does not use it",
    body({ methods: [{ method: "mean_risk", objective: "max_ratio", risk_aversion: 2 }] }),
    "/methods/0/risk_aversion",
    /"risk_aversion" with the objective max_ratio/,
  ],
  [
    "a risk aversion of 0 of mean_risk",
    body({ methods: [{ method: "mean_risk", objective: "max_utility", risk_aversion: 0 }] }),
    "/methods/0/risk_aversion",
    /above 0/,
  ],
  [
    "mean_risk of a measure that needs a history, with moments",
    withoutInput({
      moments: { assets: ["A", "B"], expected_returns: [0.1, 0.2], covariance: [[1, 0], [0, 1]] },
      methods: [{ method: "mean_risk", measure: "mad" }],
    }),
    "/methods/0",
    /needs a history/,
  ],
  [
    "max_omega with an estimator that changes the expected returns of the history",
    body({ methods: ["max_omega"], expected_returns: { estimator: "ewma" } }),
    "/methods/0",
    /history unchanged: leave out the expected_returns "ewma"/,
  ],
  [
    "a confidence of max_sortino",
    body({ methods: [{ method: "max_sortino", confidence: 0.9 }] }),
    "/methods/0/confidence",
    /"confidence"/,
  ],
  ["an unknown method", body({ methods: ["min_var"] }), "/methods/0", /Cannot find method "min_var"/],
  ["a mistyped method", body({ methods: ["min_volatilty"] }), "/methods/0", /did you mean "min_volatility"/],
  ["an unknown method of an object", body({ methods: [{ method: "x" }] }), "/methods/0/method", /"x"/],
  ["an entry that names no method", body({ methods: [{ key: "x" }] }), "/methods/0/method", /its id/],
  [
    "the same key twice",
    body({
      methods: [{ method: "hold", key: "x" }, { method: "min_volatility", key: "x" }],
      starting_portfolio: { A: 1 },
    }),
    "/methods/1/key",
    /"x" twice/,
  ],
  [
    "a key that is another method's id",
    body({ methods: ["min_volatility", { method: "min_cvar", key: "min_volatility" }] }),
    "/methods/1/key",
    /"min_volatility" twice/,
  ],
  [
    "a key that a later method has by default",
    body({ methods: [{ method: "min_mad", key: "min_cvar_2" }, "min_cvar", "min_cvar"] }),
    "/methods/0/key",
    /"min_cvar_2" twice.*\/methods\/2/,
  ],
  ["a missing parameter", body({ methods: ["efficient_return"] }), "/methods/0/target_return", /Cannot find/],
  [
    "a parameter that the method does not have",
    body({ methods: [{ method: "min_volatility", confidence: 0.9 }] }),
    "/methods/0/confidence",
    /"confidence"/,
  ],
  [
    "a confidence of 1",
    body({ methods: [{ method: "min_cvar", confidence: 1 }] }),
    "/methods/0/confidence",
    /for "confidence": it must be at most 0\.999999$/,
  ],
  [
    "a confidence of 0",
    body({ methods: [{ method: "min_cvar", confidence: 0 }] }),
    "/methods/0/confidence",
    /^Cannot take 0 for "confidence": it must be at least 0\.000001$/,
  ],
  ["a method that needs a starting portfolio", body({ methods: ["hold"] }), "/methods/0", /starting_portfolio/],
  [
    "a method that needs a history",
    withoutInput({ moments: MOMENTS, methods: ["min_cvar"] }),
    "/methods/0",
    /needs a history/,
  ],
  [
    "an unknown estimator",
    body({ covariance: { estimator: "ledoit" } }),
    "/covariance/estimator",
    /"ledoit", did you mean "ledoit_wolf"/,
  ],
  [
    "a parameter that the estimator does not have",
    body({ covariance: { estimator: "sample", decay: 0.9 } }),
    "/covariance/decay",
    /"decay"/,
  ],
  [
    "a given matrix that is not symmetric",
    body({
      covariance: { estimator: "given", assets: ["A", "B"], matrix: [[1, 0.2], [0.1, 1]] },
    }),
    "/covariance/matrix/1/0",
    /symmetric/,
  ],
  [
    "a given matrix that is not positive semidefinite",
    body({
      covariance: { estimator: "given", assets: ["A", "B"], matrix: [[1, 2], [2, 1]] },
    }),
    "/covariance/matrix",
    /semidefinite/,
  ],
  [
    "a key that is null",
    body({ methods: [{ method: "equal_weight", key: null }] }),
    "/methods/0/key",
    /^Cannot use null as a key: give a text of 1 to 120 characters, or leave it out$/,
  ],
  [
    "an estimator beside moments",
    withoutInput({ moments: MOMENTS, covariance: { estimator: "sample" } }),
    "/covariance",
    /beside moments/,
  ],
  [
    "a given covariance beyond the largest number",
    body({ covariance: { estimator: "given", assets: ["A", "B"], matrix: [[1, 0], [0, 1e308]] } }),
    "/covariance/matrix/1/1",
    /at most/,
  ],
  [
    "a given expected return beyond the largest number",
    body({ expected_returns: { estimator: "given", values: { A: 0, B: -1e308 } } }),
    "/expected_returns/values/B",
    /at least -1000000/,
  ],
  ...[["efficient_return", "target_return"], ["efficient_risk", "target_volatility"], [
    "max_quadratic_utility",
    "risk_aversion",
  ]].map(([method, parameter]) =>
    [
      `a ${parameter} beyond the largest number`,
      body({ methods: [{ method, [parameter]: 1e308 }] }),
      `/methods/0/${parameter}`,
      /at most 1000000/,
    ] as const
  ),
  [
    "a cardinality constraint with a method that maximises a ratio",
    body({ methods: ["max_sharpe"], constraints: { cardinality: { max: 2 } } }),
    "/methods/0",
    /"max_sharpe".*"cardinality"/,
  ],
  [
    "an inner method of nco that needs a history, with moments",
    withoutInput({ moments: MOMENTS, methods: [{ method: "nco", inner: "min_cvar" }] }),
    "/methods/0",
    /^Cannot run method "nco": its inner method "min_cvar" needs a history, moments are not enough$/,
  ],
  [
    "a distance of nco that needs a history, with moments",
    withoutInput({ moments: MOMENTS, methods: [{ method: "nco", distance: "spearman" }] }),
    "/methods/0",
    /^Cannot run method "nco": its distance "spearman" needs a history, moments are not enough$/,
  ],
  [
    "an outer method of nco that uses the history unchanged, with an estimator of expected returns",
    body({ methods: [{ method: "nco", outer: "kelly" }], expected_returns: { estimator: "ewma" } }),
    "/methods/0",
    /^Cannot run method "nco": its outer method "kelly" uses the history unchanged: leave out the expected_returns "ewma"$/,
  ],
  [
    "a constraint family that a method does not enforce",
    body({ methods: ["equal_weight"], constraints: { weight_bounds: { max: 0.6 } } }),
    "/methods/0",
    /"equal_weight".*"weight_bounds"/,
  ],
  [
    "a family that a method does not enforce in its own constraints",
    body({ methods: [{ method: "equal_weight", constraints: { budget: { min: 1, max: 1 } } }] }),
    "/methods/0",
    /"budget"/,
  ],
  ["a method that needs a benchmark without one", body({ methods: ["min_tracking_error"] }), "/methods/0", /benchmark/],
  [
    "transaction costs with a method that knows no costs",
    body({
      methods: ["critical_line"],
      constraints: { transaction_costs: { bps: 10 } },
      starting_portfolio: { A: 1 },
    }),
    "/methods/0",
    /"critical_line".*"transaction_costs"/,
  ],
];

testOfRefusedBodies(REFUSED);
