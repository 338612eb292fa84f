import assert from "node:assert/strict";
import { type components, type ServiceClient, serviceClient } from "../../clients/typescript/mod.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { type RunningService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";

type Submission = components["schemas"]["Submission"];

const stocks = ["EXLOTUS", "EXBANYAN"].map((ticker) => ({ ticker, exchange: "NSE" as const }));
const methods: Submission["methods"] = ["min_volatility"];

const OWN_RULES = "/methods/0/constraints";
const UNKNOWN_MEASURE = "/constraints/risk_limits/0/measure";
const FRONTIER_CONFIDENCE = "/efficient_frontier/confidence";
const AVERSION = "/methods/0/risk_aversion";
const LIMITED_MAD = "/constraints/risk_limits/0/confidence";

/**
 * Request bodies that the TypeScript client must not compile (checked by `deno task types`), each with the field at
 * which the service refuses it.
 */
const REFUSED: readonly (readonly [Submission, string])[] = [
  // @ts-expect-error the rule family `weight_bounds` has no limit `mx`
  [{ stocks, methods, constraints: { weight_bounds: { mx: 1 } } }, "/constraints/weight_bounds/mx"],
  // @ts-expect-error there is no rule family `weight_bound`
  [{ stocks, methods, constraints: { weight_bound: { max: 1 } } }, "/constraints/weight_bound"],
  // @ts-expect-error there is no method `min_cvr`
  [{ stocks, methods: ["min_cvr"] }, "/methods/0"],
  // @ts-expect-error `min_cvar` has no parameter `confidenc`
  [{ stocks, methods: [{ method: "min_cvar", confidenc: 0.9 }] }, "/methods/0/confidenc"],
  // @ts-expect-error `min_mad` has no parameter `confidence`
  [{ stocks, methods: [{ method: "min_mad", confidence: 0.9 }] }, "/methods/0/confidence"],
  // @ts-expect-error `efficient_risk` needs the parameter `target_volatility`
  [{ stocks, methods: [{ method: "efficient_risk" }] }, "/methods/0/target_volatility"],
  // @ts-expect-error the family `budget` of a method's own rules has no limit `mn`
  [{ stocks, methods: [{ method: "min_mad", constraints: { budget: { mn: 1 } } }] }, `${OWN_RULES}/budget/mn`],
  // @ts-expect-error no risk measure `cvr` can be limited
  [{ stocks, methods, constraints: { risk_limits: [{ measure: "cvr", max: 1 }] } }, UNKNOWN_MEASURE],
  // @ts-expect-error the measure `mad` has no parameter `confidence`
  [{ stocks, methods, constraints: { risk_limits: [{ measure: "mad", confidence: 0.9, max: 1 }] } }, LIMITED_MAD],
  // @ts-expect-error `min_volatility` is no objective of the method
  [{ stocks, methods: [{ method: "mean_risk", objective: "min_volatility" }] }, "/methods/0/objective"],
  // @ts-expect-error `risk_parity` has no measure `gini`
  [{ stocks, methods: [{ method: "risk_parity", measure: "gini" }] }, "/methods/0/measure"],
  // @ts-expect-error the measure `mad` has no parameter `confidence`
  [{ stocks, methods: [{ method: "mean_risk", measure: "mad", confidence: 0.9 }] }, "/methods/0/confidence"],
  // @ts-expect-error the default measure of `mean_risk` has no parameter `order`
  [{ stocks, methods: [{ method: "mean_risk", order: 3 }] }, "/methods/0/order"],
  // @ts-expect-error the objective `max_ratio` has no parameter `risk_aversion`
  [{ stocks, methods: [{ method: "mean_risk", objective: "max_ratio", risk_aversion: 2 }] }, AVERSION],
  // @ts-expect-error the measure `cvar` has no parameter `kappa`
  [{ stocks, methods: [{ method: "hrp", risk_measure: "cvar", kappa: 0.3 }] }, "/methods/0/kappa"],
  // @ts-expect-error the measure `gini` has no parameter `target`
  [{ stocks, methods: [{ method: "herc", risk_measure: "gini", target: 0 }] }, "/methods/0/target"],
  // @ts-expect-error the measure `mad` has no parameter `confidence`
  [{ stocks, methods: [{ method: "risk_parity", measure: "mad", confidence: 0.9 }] }, "/methods/0/confidence"],
  // @ts-expect-error the measure `ulcer_index` has no parameter `confidence`
  [{ stocks, methods, efficient_frontier: { measure: "ulcer_index", confidence: 0.9 } }, FRONTIER_CONFIDENCE],
  // @ts-expect-error `risk_aversion` is a number
  [{ stocks, methods: [{ method: "max_quadratic_utility", risk_aversion: "1" }] }, "/methods/0/risk_aversion"],
  // @ts-expect-error there is no estimator `sampel`
  [{ stocks, methods, covariance: { estimator: "sampel" } }, "/covariance/estimator"],
  // @ts-expect-error the estimator `ewma` has no parameter `deca`
  [{ stocks, methods, covariance: { estimator: "ewma", deca: 0.9 } }, "/covariance/deca"],
  // @ts-expect-error the estimator `black_litterman` needs `market_weights`
  [{ stocks, methods, expected_returns: { estimator: "black_litterman" } }, "/expected_returns/market_weights"],
  // @ts-expect-error `ledoit_wolf` estimates the covariance, not expected returns
  [{ stocks, methods, expected_returns: { estimator: "ledoit_wolf" } }, "/expected_returns/estimator"],
];

const TAKEN: Submission = {
  stocks,
  methods: [
    "equal_weight",
    { method: "min_cvar", confidence: 0.9, key: "tail", constraints: { budget: { max: 1 } } },
    { method: "mean_risk", objective: "max_utility", risk_aversion: 2, measure: "rlvar_range", kappa: 0.2 },
    { method: "hrp", risk_measure: "even_moment", order: 2 },
  ],
  efficient_frontier: { points: 3, measure: "first_lower_partial_moment", target: 0.001 },
  expected_returns: { estimator: "ewma", decay: 0.9 },
  covariance: { estimator: "ledoit_wolf" },
  rolling_backtest: { methods: ["tail", { method: "min_volatility" }] },
};

Deno.test("a submission that the client's types reject is refused by the service at the field that they reject", async () => {
  const service = await sharedService(QUEUED);
  const client = await clientOf(service);
  for (const [body, pointer] of REFUSED) {
    const { error } = await client.POST("/jobs", { body });
    assert.deepEqual(error?.errors?.map((fault) => fault.pointer), [pointer]);
  }
});

Deno.test("a submission that the client's types accept is accepted by the service, and its config has the same types", async () => {
  const service = await sharedService(QUEUED);
  const client = await clientOf(service);
  const { data, error } = await client.POST("/jobs", { body: TAKEN });
  assert.ok(data !== undefined, error?.detail);
  const { data: config } = await client.GET("/jobs/{run_id}/config", { params: { path: { run_id: data.run_id } } });
  const [, tail] = config?.methods ?? [];
  assert.ok(tail?.method === "min_cvar");
  assert.deepEqual([tail.key, tail.confidence, tail.constraints?.budget], ["tail", 0.9, { max: 1 }]);
});

async function clientOf(service: RunningService): Promise<ServiceClient> {
  const { accessToken } = await verifiedBrowser(service);
  return serviceClient({
    baseUrl: service.url,
    token: accessToken ?? "",
    fetch: async (request) =>
      service.fetch(new URL(request.url).pathname, {
        method: request.method,
        headers: request.headers,
        body: request.method === "GET" ? null : await request.bytes(),
      }),
  });
}
