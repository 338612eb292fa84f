import assert from "node:assert/strict";
import { fuzzedService } from "../support/fuzzed_service.ts";
import { hasSchemathesis } from "../support/schemathesis.ts";
import { problemCount, testedCases } from "../support/tier.ts";

const SEED = 20_260_101;
/** Number of fuzzed requests per operation; a few operations take only one. */
const CASES = problemCount(6, 2);

for (const credential of testedCases(["token", "key"] as const)) {
  Deno.test({
    name: `no request generated from the OpenAPI document gets a 500 or an undocumented response, with a ${credential}`,
    ignore: !hasSchemathesis(),
    async fn() {
      const { cases, failure } = await fuzzedService(credential, { cases: CASES, seed: SEED });
      assert.equal(failure, null, failure ?? "");
      assert.ok(cases >= 40 * CASES, `${cases} cases`);
    },
  });
}
