/**
 * Fuzzes the service with at least 20,000 requests by access token and as many by API key, generated from the OpenAPI
 * document by the program schemathesis, which must be installed. The seed is random and printed; the environment
 * variable FUZZ_SEED sets it. A run takes about an hour.
 */
import assert from "node:assert/strict";
import { fuzzedService } from "../support/fuzzed_service.ts";
import { hasSchemathesis } from "../support/schemathesis.ts";

const ALL_CASES = 20_000;
/** Largest number of fuzzed requests per operation of the API in one round, in which all requests have one seed. */
const CASES = 300;
const first = Number(Deno.env.get("FUZZ_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1);

for (const credential of ["token", "key"] as const) {
  Deno.test(`no request generated from the OpenAPI document gets a 500 or an undocumented response, with a ${credential}`, async () => {
    assert.ok(hasSchemathesis(), "Cannot make requests without schemathesis");
    let sent = 0;
    for (let seed = first; sent < ALL_CASES; seed++) {
      const { cases, failure } = await fuzzedService(credential, { cases: CASES, seed });
      sent += cases;
      // deno-lint-ignore no-console
      console.log(`By ${credential} at FUZZ_SEED=${seed}: ${cases} requests, ${sent} in all`);
      assert.equal(failure, null, failure ?? "");
    }
  });
}
