import assert from "node:assert/strict";
import { startedRequest, startedRunPath } from "./start_of_run.ts";

const REQUEST = { methods: ["min_volatility"], starting_portfolio: { "NSE:OLD": 1 } };

Deno.test("a picked portfolio becomes the starting point of a new run of the same request, without rounding of the solver", () => {
  const path = startedRunPath("run 1", { "NSE:A&B": 0.6000000000000001, "NSE:C": 0.4, "NSE:D": -1e-12 });
  const query = new URL(path, "https://localhost").searchParams;
  assert.equal(query.get("from"), "run 1");
  assert.deepEqual(startedRequest(REQUEST, query.get("start") ?? undefined), {
    methods: ["min_volatility"],
    starting_portfolio: { "NSE:A&B": 0.6, "NSE:C": 0.4 },
  });
});

Deno.test("an address without weights, or with a text that is none, leaves the request as it was sent", () => {
  for (const start of [undefined, "", "{", "null", "7", "{}", '{"A":"1"}']) {
    assert.deepEqual(startedRequest(REQUEST, start), REQUEST);
  }
});
