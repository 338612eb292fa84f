import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { parseRequest } from "./run_request.ts";

const PRICES = {
  dates: ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
  series: { A: [1, 1.1, 1.2, 1.1], B: [2, 2.1, null, 2.2] },
};
const MOMENTS = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.04, 0.01], [0.01, 0.09]] };

function body(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { prices: PRICES, methods: ["min_volatility"], ...fields };
}

function withoutInput(fields: Record<string, unknown>): Record<string, unknown> {
  const { prices: _, ...rest } = body(fields);
  return rest;
}

function pricesOf(series: Record<string, unknown>, dates: readonly unknown[] = PRICES.dates): Record<string, unknown> {
  return body({ prices: { dates, series }, methods: ["equal_weight"] });
}

function refusal(request: unknown): DomainError {
  try {
    parseRequest(request);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: "The request was accepted" });
}

/**
 * Test cases: request bodies that are refused, each with the pointer of its only fault and a pattern of the fault's
 * sentence.
 */
const REFUSED: readonly (readonly [promise: string, body: unknown, pointer: string, detail: RegExp])[] = [
  ["a body that is no object", [1], "", /JSON object/],
  ["an unknown field", body({ metods: 1 }), "/metods", /"metods", did you mean "methods"/],
  ["no methods", { prices: PRICES }, "/methods", /Cannot find "methods"/],
  ["an empty list of methods", body({ methods: [] }), "/methods", /at least 1/],
  ["21 methods", body({ methods: Array(21).fill("hold") }), "/methods", /21 items/],
  ["no input", withoutInput({}), "", /one of stocks, funds, prices, returns and moments/],
  ["two inputs", body({ moments: MOMENTS }), "/moments", /beside "prices"/],
  ["no asset", pricesOf({}), "/prices/series", /at least one series/],
  ["no rows", pricesOf({ A: [] }, []), "/prices/dates", /at least one row/],
  [
    "an asset of moments of 121 characters",
    withoutInput({
      moments: { assets: ["A", "x".repeat(121)], expected_returns: [0, 0], covariance: [[1, 0], [0, 1]] },
    }),
    "/moments/assets/1",
    /at most 120/,
  ],
  [
    "a duplicate asset of moments",
    withoutInput({
      moments: { assets: ["A", "A"], expected_returns: [0, 0], covariance: [[1, 0], [0, 1]] },
    }),
    "/moments/assets/1",
    /"A" twice/,
  ],
  ["an empty name", body({ name: "" }), "/name", /at least 1/],
  ["a name of 121 characters", body({ name: "x".repeat(121) }), "/name", /at most 120/],
  [
    "one asset where the method needs two",
    body({ prices: { dates: PRICES.dates, series: { A: [1, 2, 3, 4] } } }),
    "/methods/0",
    /2 assets/,
  ],
  ["an asset without a name", pricesOf({ "": [1, 2, 3, 4] }), "/prices/series/", /empty name/],
  ["a column that is all blank", pricesOf({ A: [null, null, null, null] }), "/prices/series/A", /no value/],
  ["a price of zero", pricesOf({ A: [1, 0, 1, 2] }), "/prices/series/A/1", /above 0/],
  ["a negative price", pricesOf({ A: [1, -1, 1, 2] }), "/prices/series/A/1", /above 0/],
  ["an infinite price", pricesOf({ A: [1, Infinity, 1, 2] }), "/prices/series/A/1", /finite/],
  ["a price that is not a number", pricesOf({ A: [1, NaN, 1, 2] }), "/prices/series/A/1", /a number or null/],
  ["a text for a price", pricesOf({ A: [1, "2", 1, 2] }), "/prices/series/A/1", /"2" of "A"/],
  ["a series that is too short", pricesOf({ A: [1, 2] }), "/prices/series/A", /2 values of "A" for 4 dates/],
  ["dates out of order", pricesOf({ A: [1, 2] }, ["2024-01-02", "2024-01-01"]), "/prices/dates/1", /ascend/],
  ["a repeated date", pricesOf({ A: [1, 2] }, ["2024-01-02", "2024-01-02"]), "/prices/dates/1", /twice/],
  ["a date that does not exist", pricesOf({ A: [1] }, ["2023-02-29"]), "/prices/dates/0", /"2023-02-29"/],
  [
    "a date with a time of day",
    pricesOf({ A: [1] }, ["2024-01-01 16:00:00"]),
    "/prices/dates/0",
    /"2024-01-01 16:00:00"/,
  ],
  ["a date in another form", pricesOf({ A: [1] }, ["02/01/2024"]), "/prices/dates/0", /YYYY-MM-DD/],
  ["a date that is a number", pricesOf({ A: [1] }, [20240101]), "/prices/dates/0", /20240101/],
  ["an unknown field of prices", body({ prices: { ...PRICES, dated: 1 } }), "/prices/dated", /"dated"/],
  [
    "a return below -1",
    withoutInput({ returns: { dates: ["2024-01-01"], series: { A: [-1.5], B: [0.1] } } }),
    "/returns/series/A/0",
    /at least -1/,
  ],
  ["a start after the end", body({ start_date: "2024-02-01", end_date: "2024-01-01" }), "/start_date", /after the end/],
  ["a start after the history", body({ start_date: "2025-02-01" }), "/start_date", /ends on 2024-01-04/],
  ["an end before the history", body({ end_date: "2020-02-01" }), "/end_date", /starts on 2024-01-01/],
  ["a start that is not a date", body({ start_date: "2024-13-01" }), "/start_date", /"2024-13-01"/],
  ["an unknown frequency", body({ frequency: "dayly" }), "/frequency", /did you mean "daily"/],
  ["a text for the risk-free rate", body({ risk_free_rate: "5 %" }), "/risk_free_rate", /"5 %"/],
  ["501 frontier points", body({ efficient_frontier: { points: 501 } }), "/efficient_frontier/points", /at most 500/],
  [
    "a frontier of an unknown measure",
    body({ efficient_frontier: { measure: "volatilty" } }),
    "/efficient_frontier/measure",
    /did you mean "volatility"/,
  ],
  [
    "a confidence of a frontier whose measure has none",
    body({ efficient_frontier: { measure: "mad", confidence: 0.9 } }),
    "/efficient_frontier/confidence",
    /"confidence" with the measure mad/,
  ],
  [
    "a confidence of 1 of a frontier",
    body({ efficient_frontier: { measure: "cvar", confidence: 1 } }),
    "/efficient_frontier/confidence",
    /for "confidence": it must be at most 0\.999999$/,
  ],
  [
    "a frontier from moments of a measure that needs a history",
    withoutInput({
      moments: { assets: ["A", "B"], expected_returns: [0.1, 0.2], covariance: [[1, 0], [0, 1]] },
      methods: ["min_volatility"],
      efficient_frontier: { measure: "cvar" },
    }),
    "/efficient_frontier/measure",
    /cvar from moments/,
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
  ["a seed that is not a whole number", body({ seed: 1.5 }), "/seed", /whole number/],
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
    "moments that are not symmetric",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1, 0.2], [0.1, 1]] } }),
    "/moments/covariance/1/0",
    /symmetric/,
  ],
  [
    "moments that are not positive semidefinite",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1, 2], [2, 1]] } }),
    "/moments/covariance",
    /semidefinite/,
  ],
  [
    "moments of different sizes",
    withoutInput({ moments: { ...MOMENTS, expected_returns: [0] } }),
    "/moments/expected_returns",
    /1 expected returns for 2/,
  ],
  [
    "moments of no assets",
    withoutInput({ moments: { ...MOMENTS, assets: [] } }),
    "/moments/assets",
    /^Cannot find an asset: at least one is needed$/,
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
    "an expected return beyond the largest number",
    withoutInput({ moments: { ...MOMENTS, expected_returns: [0, 1e308] } }),
    "/moments/expected_returns/1",
    /at most 1000000/,
  ],
  [
    "a variance beyond the largest number",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1e308, 0], [0, 1]] } }),
    "/moments/covariance/0/0",
    /at most 1000000000000/,
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
  ...[
    [{ weight_bounds: { max: 1e16 } }, "/weight_bounds/max"],
    [{ weight_bounds: { assets: { A: { min: -1e16 } } } }, "/weight_bounds/assets/A/min"],
    [{ budget: { min: 1e308 } }, "/budget/min"],
    [{ groups: { map: { A: "x" }, rules: [{ group: "x", max: 1e16 }] } }, "/groups/rules/0/max"],
    [{ linear: [{ name: "x", coefficients: { A: 1e308 }, max: 1 }] }, "/linear/0/coefficients/A"],
    [{ linear: [{ name: "x", coefficients: { A: 1 }, max: 1e308 }] }, "/linear/0/max"],
    [{ exposure: { gross_max: 1e16 } }, "/exposure/gross_max"],
    [{ turnover: { max: 1e16 } }, "/turnover/max"],
    [{ min_return: 1e16 }, "/min_return"],
  ].map(([constraints, pointer]) =>
    [
      `a number beyond the largest in a rule: ${pointer}`,
      body({ constraints, starting_portfolio: { A: 1 } }),
      `/constraints${pointer}`,
      /must be at (most|least) -?1000000/,
    ] as const
  ),
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
    "a weight beyond the largest number",
    body({ starting_portfolio: { A: 1e308 } }),
    "/starting_portfolio/A",
    /at most/,
  ],
  ["a risk-free rate beyond the largest number", body({ risk_free_rate: 1e16 }), "/risk_free_rate", /at most/],
  [
    "a return beyond the largest number",
    withoutInput({ returns: { dates: ["2024-01-01"], series: { A: [1e308], B: [0.1] } } }),
    "/returns/series/A/0",
    /at most 1000000/,
  ],
  ["dates with moments", withoutInput({ moments: MOMENTS, start_date: "2024-01-01" }), "/start_date", /no history/],
  [
    "an unknown constraint family",
    body({ constraints: { weight_bound: {} } }),
    "/constraints/weight_bound",
    /did you mean "weight_bounds"/,
  ],
  [
    "min above max",
    body({ constraints: { weight_bounds: { min: 0.5, max: 0.1 } } }),
    "/constraints/weight_bounds",
    /min/,
  ],
  [
    "an unknown asset in a bound",
    body({ constraints: { weight_bounds: { assets: { Z: { max: 1 } } } } }),
    "/constraints/weight_bounds/assets/Z",
    /"Z"/,
  ],
  [
    "a rule on a group of assets outside the run alone",
    body({ constraints: { groups: { map: { A: "x", Z: "y" }, rules: [{ group: "y", max: 1 }] } } }),
    "/constraints/groups/rules/0/group",
    /"y".* the groups are "x"$/,
  ],
  [
    "a rule on a group that no asset has",
    body({ constraints: { groups: { map: { A: "x" }, rules: [{ group: "y", max: 1 }] } } }),
    "/constraints/groups/rules/0/group",
    /"y"/,
  ],
  [
    "a saved map, where none is read",
    body({ constraints: { groups: { map_id: "map_1", rules: [] } } }),
    "/constraints/groups/map_id",
    /"map_1" here: send "map"/,
  ],
  [
    "a saved map in a list of classifications, where none is read",
    body({
      constraints: { groups: [{ name: "a", map: { A: "x" }, rules: [] }, { name: "b", map_id: "map_1", rules: [] }] },
    }),
    "/constraints/groups/1/map_id",
    /"map_1" here: send "map"/,
  ],
  [
    "a saved map beside a map",
    body({ constraints: { groups: { map: { A: "x" }, map_id: "map_1", rules: [] } } }),
    "/constraints/groups/map_id",
    /beside "map": send one of them/,
  ],
  [
    "an unknown field in a group rule",
    body({ constraints: { groups: { map: { A: "x" }, rules: [{ group: "x", maximum: 1 }] } } }),
    "/constraints/groups/rules/0/maximum",
    /"maximum"/,
  ],
  [
    "an unknown asset in a linear rule",
    body({ constraints: { linear: [{ name: "pair", coefficients: { Z: 1 }, max: 1 }] } }),
    "/constraints/linear/0/coefficients/Z",
    /"Z"/,
  ],
  [
    "a turnover limit without a starting portfolio",
    body({ constraints: { turnover: { max: 0.1 } } }),
    "/constraints/turnover",
    /starting_portfolio/,
  ],
  [
    "locked assets without a starting portfolio",
    body({ constraints: { locked: ["A"] } }),
    "/constraints/locked",
    /starting_portfolio/,
  ],
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
  [
    "a tracking error without a benchmark",
    body({ constraints: { tracking_error: { max: 0.05 } } }),
    "/constraints/tracking_error",
    /benchmark/,
  ],
  ["a method that needs a benchmark without one", body({ methods: ["min_tracking_error"] }), "/methods/0", /benchmark/],
  [
    "transaction costs without a starting portfolio",
    body({ methods: ["max_return"], constraints: { transaction_costs: { bps: 10 } } }),
    "/constraints/transaction_costs",
    /starting_portfolio/,
  ],
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
  [
    "a limit on an unknown measure",
    body({ constraints: { risk_limits: [{ measure: "beta", max: 1 }] } }),
    "/constraints/risk_limits/0/measure",
    /"beta"/,
  ],
  [
    "two limits on one risk measure",
    body({ constraints: { risk_limits: [{ measure: "mad", max: 1 }, { measure: "mad", max: 2 }] } }),
    "/constraints/risk_limits/1",
    /mad twice/,
  ],
  [
    "a limit on a factor that no asset has",
    body({ constraints: { factor_exposure: { loadings: { A: { value: 1 } }, rules: [{ factor: "size", max: 1 }] } } }),
    "/constraints/factor_exposure/rules/0/factor",
    /"size"/,
  ],
  [
    "an effective number of assets of 0",
    body({ constraints: { concentration: { min_effective_assets: 0 } } }),
    "/constraints/concentration/min_effective_assets",
    /above 0/,
  ],
  [
    "a benchmark that is a number",
    body({ benchmark: 5 }),
    "/benchmark",
    /Cannot take 5 for "benchmark": the name of an asset.*weights.*prices/,
  ],
  ["a benchmark that is not an asset of the run", body({ benchmark: "NIFTY50" }), "/benchmark", /"NIFTY50"/],
  ["an unknown asset in the benchmark", body({ benchmark: { weights: { Z: 1 } } }), "/benchmark/weights/Z", /"Z"/],
  ["a benchmark of too few prices", body({ benchmark: { prices: [1, 2] } }), "/benchmark/prices", /2 prices/],
  [
    "a price of the benchmark below 0",
    body({ benchmark: { prices: [1, -2, 1, 1] } }),
    "/benchmark/prices/1",
    /above 0/,
  ],
  [
    "a benchmark price that is a text",
    body({ benchmark: { prices: [1, "2", 1, 1] } }),
    "/benchmark/prices/1",
    /"2"/,
  ],
  [
    "a weight of the starting portfolio that is a text",
    body({ starting_portfolio: { A: "1" } }),
    "/starting_portfolio/A",
    /"1"/,
  ],
  ["stocks beside prices", body({ stocks: [] }), "/stocks", /at least 1/],
  ["an allocation that is a list", body({ allocation: [] }), "/allocation", /allocation/],
  ["a capital of 0", body({ allocation: { capital: 0 } }), "/allocation/capital", /above 0/],
  ["a negative capital", body({ allocation: { capital: -5 } }), "/allocation/capital", /above 0/],
  ["a capital above the largest", body({ allocation: { capital: 1e15 } }), "/allocation/capital", /at most/],
  [
    "a capital below one lot",
    body({ allocation: { capital: 0.01 } }),
    "/allocation/capital",
    /give at least 1.1, the price of the cheapest lot/,
  ],
  ["a lot of 0", body({ allocation: { capital: 1e4, lots: { A: 0 } } }), "/allocation/lots/A", /more than 0/],
  ["a lot of an unknown asset", body({ allocation: { capital: 1e4, lots: { Z: 1 } } }), "/allocation/lots/Z", /"Z"/],
  [
    "a lot of less than a thousandth",
    body({ allocation: { capital: 1e4, lots: { A: 0.0001 } } }),
    "/allocation/lots/A",
    /thousandths/,
  ],
  [
    "an allocation by returns",
    withoutInput({
      returns: { dates: ["2024-01-01"], series: { A: [0.1] } },
      methods: ["equal_weight"],
      allocation: { capital: 1e4 },
    }),
    "/allocation",
    /returns, which have no prices/,
  ],
];

for (const [promise, request, pointer, detail] of REFUSED) {
  Deno.test(`a request is refused for ${promise}`, () => {
    const error = refusal(request);
    assert.equal(error.code, "validation_failed");
    assert.deepEqual(error.faults.map((fault) => fault.pointer), [pointer]);
    assert.match(error.faults[0].detail, detail);
    assert.doesNotMatch(error.faults[0].detail, /\.$/);
  });
}

Deno.test("defaults of a measure's parameters and of risk aversion are filled in only where they take effect", () => {
  const configOf = (fields: Readonly<Record<string, unknown>>): unknown => {
    const [choice] = parseRequest(body({ methods: [{ method: "mean_risk", ...fields }] })).methods;
    return choice.parameters;
  };
  assert.deepEqual(configOf({ measure: "cvar" }), { objective: "min_risk", measure: "cvar", confidence: 0.95 });
  assert.deepEqual(configOf({ measure: "mad", objective: "max_utility" }), {
    objective: "max_utility",
    measure: "mad",
    risk_aversion: 1,
  });
});

Deno.test("a request is refused with all its structural faults at once", () => {
  const { faults } = refusal(body({
    foo: 1,
    methods: ["min_var", { method: "min_cvar", confidence: 2 }],
    constraints: { nothing: 1, budget: { max: "1" } },
    covariance: { estimator: "sampel" },
    prices: { dates: [1], series: { A: ["x"] } },
  }));
  assert.deepEqual(faults.map(({ pointer }) => pointer).sort(), [
    "/constraints/budget/max",
    "/constraints/nothing",
    "/covariance/estimator",
    "/foo",
    "/methods/0",
    "/methods/1/confidence",
    "/prices/dates/0",
    "/prices/series/A/0",
  ]);
});

Deno.test("a request is refused with all faults in the parameters of its methods at once", () => {
  const methods = [
    { method: "efficient_return" },
    { method: "herc", clusters: 9 },
    { method: "risk_parity", budgets: { A: 0.5, Z: 0.5 } },
    "min_volatility",
    { method: "efficient_risk", target_volatility: -1 },
  ];
  const pointersOf = (fields: Readonly<Record<string, unknown>>) =>
    refusal(body({ methods, ...fields })).faults.map(({ pointer }) => pointer);
  const ofShape = ["/methods/0/target_return", "/methods/4/target_volatility"];
  assert.deepEqual(pointersOf({}), [
    ...ofShape,
    "/methods/1/clusters",
    "/methods/2/budgets/Z",
    "/methods/2/budgets",
  ]);
  // In this test the constraints of the request also have a fault, so faults in the methods' parameters are not
  // looked for.
  assert.deepEqual(pointersOf({ constraints: { nothing: 1 } }), [...ofShape, "/constraints/nothing"]);
});

Deno.test("a history of more assets or rows than a run takes is refused before its values are read", () => {
  const wide = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`A${i}`, [1]]));
  assert.deepEqual(refusal(pricesOf(wide, ["2024-01-01"])).faults.map(({ pointer }) => pointer), ["/prices/series"]);
  const long = Array.from({ length: 10_001 }, () => "2024-01-01");
  assert.deepEqual(refusal(pricesOf({ A: [] }, long)).faults.map(({ pointer }) => pointer), ["/prices/dates"]);
});

Deno.test("a refusal lists a hundred faults and counts the rest", () => {
  const series = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`A${i}`, [0]]));
  const { faults } = refusal(pricesOf(series, ["2024-01-01"]));
  assert.equal(faults.length, 101);
  assert.match(faults[100].detail, /150 more/);
});

Deno.test("many days, prices and prices of a benchmark with the same fault are one fault each, with three places", () => {
  const days = Array.from({ length: 30 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const told = (sent: Readonly<Record<string, unknown>>) =>
    refusal(sent).faults.map(({ pointer, detail }) => [pointer, detail]);
  const never = days.map(() => "never");
  assert.deepEqual(told(pricesOf({ A: never.map(() => 1) }, never)), [[
    "/prices/dates/0",
    'Cannot read "never" as a date: a day as YYYY-MM-DD is needed; 30 such faults, first at row 0, row 1 and row 2',
  ]]);
  const some = days.map((_, i) => i % 5 === 3 ? -1 : 10 + i % 4), good = days.map((_, i) => 20 + i % 3);
  const places = "6 such faults, first at 2024-01-04, 2024-01-09 and 2024-01-14";
  assert.deepEqual(told(pricesOf({ A: some, B: good }, days)), [[
    "/prices/series/A/3",
    `Cannot use -1 of "A": a price must be above 0; ${places}`,
  ]]);
  assert.deepEqual(told({ ...pricesOf({ A: good, B: good }, days), benchmark: { prices: some } }), [[
    "/benchmark/prices/3",
    `Cannot use -1 of the benchmark: a price must be above 0; ${places}`,
  ]]);
});

Deno.test("a parsed request has every default filled in", () => {
  const { history, ...request } = parseRequest(body());
  assert.deepEqual(history?.table.dates, PRICES.dates);
  assert.deepEqual(Array.from(history?.table.values.data ?? []), [1, 2, 1.1, 2.1, 1.2, NaN, 1.1, 2.2]);
  assert.deepEqual(request, {
    listed: false,
    market: "CUSTOM",
    assets: ["A", "B"],
    frequency: "daily",
    historyUse: "common",
    benchmark: null,
    risk_free_rate: 0,
    methods: [{ method: "min_volatility", key: "min_volatility", parameters: {}, constraints: null }],
    expected_returns: { estimator: "historical_mean", parameters: {} },
    covariance: { estimator: "sample", parameters: {} },
    constraints: {},
    seed: 0,
    doubts: "tell",
    doubtsOfRequest: [],
  });
});

Deno.test("dates of a history may have a time of midnight", () => {
  const dates = ["2024-01-01T00:00:00.000Z", "2024-01-02 00:00:00", "2024-01-03T00:00", "2024-01-04"];
  const { history } = parseRequest(body({ prices: { ...PRICES, dates } }));
  assert.deepEqual(history?.table.dates, PRICES.dates);
});

Deno.test("methods get their id as key, then id_2 and so on, or a key of their own", () => {
  const methods = ["min_cvar", "min_cvar", { method: "min_cvar", key: "tail" }, {
    method: "min_cvar",
    confidence: 0.9,
  }];
  const request = parseRequest(body({ methods }));
  assert.deepEqual(request.methods.map(({ key }) => key), ["min_cvar", "min_cvar_2", "tail", "min_cvar_3"]);
  assert.deepEqual(request.methods[3].parameters, { confidence: 0.9 });
  assert.deepEqual(request.methods[0].parameters, { confidence: 0.95 });
});

Deno.test("a method's own constraints replace constraints of the run that it does not enforce", () => {
  const methods = ["min_volatility", { method: "equal_weight", constraints: {} }];
  const request = parseRequest(body({ methods, constraints: { weight_bounds: { max: 0.6 } } }));
  assert.deepEqual(request.methods.map(({ constraints }) => constraints), [null, {}]);
});

Deno.test("a starting portfolio may hold assets outside the run", () => {
  const request = parseRequest(
    body({ starting_portfolio: { A: 0.5, GONE: 0.5 }, constraints: { turnover: { max: 1 } } }),
  );
  assert.deepEqual(request.starting_portfolio, { A: 0.5, GONE: 0.5 });
});

Deno.test("moments in a request are its estimates", () => {
  const request = parseRequest(withoutInput({ moments: MOMENTS }));
  assert.equal(request.history, null);
  assert.deepEqual(request.assets, ["A", "B"]);
  assert.deepEqual([request.expected_returns.estimator, request.covariance.estimator], ["given", "given"]);
});

Deno.test("a benchmark may be an asset, weights, or prices on the dates of the history", () => {
  assert.deepEqual(parseRequest(body({ benchmark: "A" })).benchmark, { kind: "asset", asset: "A" });
  assert.deepEqual(parseRequest(body({ benchmark: { weights: { A: 1 } } })).benchmark, {
    kind: "weights",
    weights: { A: 1 },
  });
  const prices = parseRequest(body({ benchmark: { prices: [1, null, 2, 3] } })).benchmark;
  assert.deepEqual(prices, { kind: "prices", prices: Float64Array.of(1, NaN, 2, 3) });
});

Deno.test("many returns below -1 are one fault, which says that they may be in percent, and few are told one by one", () => {
  const dates = Array.from({ length: 12 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
  const returnsWith = (below: number) => ({ dates, series: { A: dates.map((_, t) => t < below ? -1.24 : 0.5) } });
  const faultsOf = (below: number) => refusal({ returns: returnsWith(below), methods: ["equal_weight"] }).faults;
  assert.deepEqual(faultsOf(3).map(({ pointer }) => pointer), [0, 1, 2].map((row) => `/returns/series/A/${row}`));
  assert.deepEqual(faultsOf(6), [{
    pointer: "/returns/series/A/0",
    detail: 'Cannot use -1.24 of "A", on 2024-01-01, and 5 further returns below -1: a return is a fraction and at ' +
      "least -1; if they are in percent, divide them by 100",
  }]);
});
