import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { checkTemplateRequest } from "./check_template_request.ts";

const FITS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "nothing": {},
  "a method alone": { methods: ["min_volatility"] },
  "a method without a parameter that it needs": { methods: ["efficient_return", { method: "efficient_risk" }] },
  "constraints alone": { constraints: { weight_bounds: { max: 0.4 } } },
  "constraints on assets that come with the run": { constraints: { weight_bounds: { assets: { TCS: { max: 0.1 } } } } },
  "a saved map of any account": { constraints: { groups: { map_id: "map_01ARZ3NDEKTSV4RRFFQ69G5FAV", rules: [] } } },
  "assets alone": { stocks: [{ ticker: "TCS", exchange: "NSE" }] },
  "a stock without its exchange yet": { stocks: [{ ticker: "TCS" }] },
  "a backtest and a simulation alone": { rolling_backtest: { train_window: 60 }, monte_carlo: { paths: 100 } },
  "a method that needs a benchmark": { methods: ["min_tracking_error"] },
};

for (const [what, request] of Object.entries(FITS)) {
  Deno.test(`a template of ${what} is accepted`, () => checkTemplateRequest(request, "/request"));
}

const REFUSED: Readonly<Record<string, readonly [request: Readonly<Record<string, unknown>>, ...at: string[]]>> = {
  "an unknown field": [{ metods: [] }, "/metods"],
  "an unknown method": [{ methods: ["min_variance"] }, "/methods/0"],
  "a method that is a number": [{ methods: [1] }, "/methods/0"],
  "an empty list of methods": [{ methods: [] }, "/methods"],
  "methods that are not a list": [{ methods: "min_cvar" }, "/methods"],
  "a wrong parameter": [{ methods: [{ method: "min_cvar", confidence: 2 }] }, "/methods/0/confidence"],
  "a parameter that the method does not have": [
    { methods: [{ method: "min_mad", confidence: 0.9 }] },
    "/methods/0/confidence",
  ],
  "an unknown constraint family": [{ constraints: { weight_bound: {} } }, "/constraints/weight_bound"],
  "constraints that are null": [{ constraints: null }, "/constraints"],
  "a bound of the wrong type": [{ constraints: { weight_bounds: { max: "0.4" } } }, "/constraints/weight_bounds/max"],
  "an unknown family in a method's own constraints": [
    { methods: [{ method: "min_cvar", constraints: { weight_bound: {} } }] },
    "/methods/0/constraints/weight_bound",
  ],
  "an unknown estimator": [{ covariance: { estimator: "ledoit" } }, "/covariance/estimator"],
  "a parameter of an estimator out of its range": [
    { covariance: { estimator: "gerber", threshold: 2 } },
    "/covariance/threshold",
  ],
  "an unknown method of its backtest": [{ rolling_backtest: { methods: ["x"] } }, "/rolling_backtest/methods/0"],
  "an unknown field of its simulation": [{ monte_carlo: { path: 1 } }, "/monte_carlo/path"],
  "a start after its end": [{ start_date: "2024-02-01", end_date: "2024-01-01" }, "/start_date"],
  "stocks beside funds": [
    { stocks: [{ ticker: "TCS", exchange: "NSE" }], funds: [{ scheme_code: 1 }] },
    "/funds",
  ],
  "a negative seed and an unknown method": [{ seed: -1, methods: ["x"] }, "/seed", "/methods/0"],
};

for (const [what, [request, ...places]] of Object.entries(REFUSED)) {
  Deno.test(`a template with ${what} is refused at its pointer`, () => {
    assert.throws(() => checkTemplateRequest(request, "/request"), (error) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, "validation_failed");
      assert.deepEqual(error.faults?.map(({ pointer }) => pointer), places.map((place) => `/request${place}`));
      return true;
    });
  });
}
