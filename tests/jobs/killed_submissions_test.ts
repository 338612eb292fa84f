import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { AccountId } from "../../src/domain/identifier.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { Job } from "../../src/domain/job.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { meteredRuns } from "../support/metered_runs.ts";
import { hasObjectServer, objectBucket } from "../support/object_server.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const PROGRAM = fileURLToPath(new URL("../support/submitting_process.ts", import.meta.url));
const KILLS = 3;

Deno.test(testInTurn({
  name: "kill -9 of a process between bucket and store loses no job's bytes, and after the sweep nothing is orphaned",
  ignore: !hasObjectServer(),
  async fn() {
    const server = await objectBucket();
    await withStore(async (context) => {
      const { store, path, clock } = context, { account } = await accountWithCredentials(store);
      for (let kill = 1; kill <= KILLS; kill++) {
        const before = (await server.keys()).length;
        const child = new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--unstable-kv", "--no-check", PROGRAM, path, account.id, server.bucket.url],
          stdout: "null",
          stderr: "null",
        }).spawn();
        // Each of these numbers of objects is another place in a submission, which writes two of them.
        await until(async () => (await server.keys()).length >= before + kill, "objects of a submission");
        child.kill("SIGKILL");
        await child.status;
      }
      const jobs = await activeJobs(context, account.id);
      clock.nowMs = systemClock.now() + 2 * HOUR_MS;
      await store.maintenance.sweep();
      for (const { id } of jobs) {
        assert.equal((await store.jobs.config(account.id, id)).length, 70_000);
        assert.equal((await store.jobs.inputs(account.id, id))?.length, 300_000);
      }
      assert.equal((await server.keys()).length, 2 * jobs.length);
      assert.equal(await meteredRuns(store, account.id), jobs.length);
      assert.equal((await store.meters.storage(account.id)).usedBytes, 370_000 * jobs.length);
      assert.deepEqual((await context.list()).filter((key) => /unadopted|chunks/.test(key)), []);
      assert.deepEqual(await Array.fromAsync(store.reconciliation?.differences({ readsAll: true }) ?? []), []);
    }, { artifactBucket: server.bucket, planLimits: { ...PLAN_LIMITS, free: PLAN_LIMITS.enterprise } });
  },
}));

async function activeJobs({ store }: TemporaryStore, account: AccountId): Promise<readonly Job[]> {
  return (await store.jobs.listActive(account, { limit: 100, cursor: null })).items;
}
