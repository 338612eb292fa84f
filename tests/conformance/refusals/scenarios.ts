import { base64Of } from "../../support/scenarios.ts";
import { type RefusalCase, wholeRuns } from "./refusal_case.ts";

const ROWS: readonly (readonly number[])[] = [[0.01, -0.02], [0.03, 0], [-0.01, 0.02], [0, 0.01]];

/** Test helper. Returns the body of a run on scenarios with some of their fields changed; undefined omits a field. */
function of(
  changes: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { scenarios: { assets: ["ALPHA", "BETA"], matrix: ROWS, ...changes }, methods: ["min_volatility"], ...fields };
}

/** Test helper. Returns the body of a run on scenarios that are not equally likely. */
function weighed(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return of({ probabilities: [0.4, 0.3, 0.2, 0.1] }, fields);
}

/** Test cases of requests that the service must refuse, about scenarios and about what needs dates. */
export const scenarioRefusals: readonly RefusalCase[] = wholeRuns("scenarios", {
  "a list": of({}, { scenarios: [] }),
  "no assets": of({ assets: [] }),
  "an asset twice": of({ assets: ["ALPHA", "ALPHA"] }),
  "neither matrix nor base64": of({ matrix: undefined }),
  "both matrix and base64": of({ base64: base64Of(ROWS) }),
  "a ragged row": of({ matrix: [...ROWS, [0.01]] }),
  "NaN as a text": of({ matrix: [["NaN", 0], ...ROWS] }),
  "a null": of({ matrix: [[null, 0], ...ROWS] }),
  "NaN as bits": of({ matrix: undefined, base64: base64Of([...ROWS, [0, NaN]]) }),
  "base64 of 7 bytes": of({ matrix: undefined, base64: "AAAAAAAAAA==" }),
  "a text that is no base64": of({ matrix: undefined, base64: "§" }),
  "one probability too many": of({ probabilities: [0.4, 0.3, 0.2, 0.1, 0] }),
  "a negative probability": of({ probabilities: [0.7, 0.3, 0.1, -0.1] }),
  "probabilities that sum to 0.9": of({ probabilities: [0.3, 0.3, 0.2, 0.1] }),
  "beside moments": of({}, {
    moments: { assets: ["ALPHA"], expected_returns: [0.01], covariance: [[0.01]] },
  }),
  "a method of drawdowns": of({}, { methods: ["min_cdar"] }),
  "a method of drawdowns that cannot weigh either": weighed({ methods: ["min_cdar"] }),
  "a limit of drawdowns that cannot weigh either": weighed({
    constraints: { risk_limits: [{ measure: "cdar", max: 1 }] },
  }),
  "a method that cannot weigh": weighed({ methods: ["min_evar"] }),
  "a distance that cannot weigh": weighed({ methods: [{ method: "hrp", distance: "spearman" }] }),
  "an estimator with decay": of({}, { covariance: { estimator: "ewma" } }),
  "an estimator that cannot weigh": weighed({ covariance: { estimator: "gerber" } }),
  "a backtest": of({}, { rolling_backtest: {} }),
  "a start date": of({}, { start_date: "2024-01-01" }),
  "available history": of({}, { history: "available" }),
  "a benchmark by index": of({}, { benchmark: "NIFTY50" }),
  "an allocation": of({}, { allocation: { capital: 100_000 } }),
  "paths by blocks": of({}, { monte_carlo: { model: "block_bootstrap" } }),
});
