import assert from "node:assert/strict";
import { codeOfRequest } from "./code_of_request.ts";

const REQUEST = {
  name: "it's <b>mine</b>",
  stocks: [{ ticker: "TCS", exchange: "NSE" }],
  methods: ["hrp"],
  rolling_backtest: { expanding: true, benchmark: null },
};

Deno.test("a request is written for a shell, for TypeScript and for Python without a change of its values", () => {
  assert.deepEqual(JSON.parse(codeOfRequest(REQUEST, "json", "https://x")), REQUEST);
  const curl = codeOfRequest(REQUEST, "curl", "https://x");
  assert.ok(curl.includes("curl 'https://x/jobs'"));
  assert.ok(curl.includes("it'\\''s <b>mine</b>"));
  const python = codeOfRequest(REQUEST, "python", "https://x");
  assert.ok(python.includes(`"rolling_backtest": {"expanding": True, "benchmark": None},`), python);
  assert.ok(python.includes(`"https://x/jobs"`));
  assert.ok(codeOfRequest(REQUEST, "typescript", "https://x").includes(`client.POST("/jobs", {`));
});
