/**
 * Program that submits one job after the other, each with a config and inputs that lie in a bucket, until it is killed.
 * Takes the path of the store, the id of an account and the address of the bucket.
 */
import { accountIdOf } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";
import { submittedJob } from "./submitted_job.ts";

const [path = "", account = "", url = ""] = Deno.args;
const credentials = { accessKeyId: "id", secretAccessKey: "secret", sessionToken: null, region: null };
const store = await openStore({
  path,
  planLimits: PLAN_LIMITS,
  artifactBucket: { url, ...credentials },
  clock: systemClock,
  random: systemRandom,
});
for (;;) {
  const config = new Uint8Array(70_000).fill(32), inputs = new Uint8Array(300_000);
  // Equal inputs would be one object.
  inputs.set(systemRandom.bytes(16));
  await submittedJob(store, accountIdOf(account), {}, { config, inputs });
}
