import assert from "node:assert/strict";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { until } from "../support/until.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testedCases, testInTurn } from "../support/tier.ts";

const PROCESSES = [
  { name: "a job runner alone", args: ["work"], environment: { WORKERS: "1" } },
  { name: "an API without workers", args: [], environment: { WORKERS: "0", HTTPS_PORT: "0" } },
] as const;

for (const { name, args, environment } of testedCases(PROCESSES)) {
  Deno.test(
    testInTurn(
      `${name} deletes the remains of a deleted account and of a crash, and keeps the data of a run`,
      async () => {
        await using folder = await temporaryFolder();
        const path = `${folder.path}/kv.sqlite3`;
        const clock = { now: () => Date.now() - 2 * HOUR_MS };
        const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
        const kv = await Deno.openKv(path);
        try {
          const deleted = await accountWithCredentials(store, "gone@example.com");
          await submittedJob(store, deleted.account.id, {}, { config: new Uint8Array(200_000) });
          await store.accounts.delete(deleted.account.id);
          const { account } = await accountWithCredentials(store);
          const run = await submittedJob(store, account.id, {}, { config: new Uint8Array(200_000) });
          await store.jobs.cancel(account.id, run.id);
          const content = new Uint8Array(100_000);
          await store.artifacts.write(account.id, run.id, [{ name: "lost", mediaType: "text/plain", content }]);
          const keysMatching = async (pattern: RegExp): Promise<number> => {
            const entries = await Array.fromAsync(kv.list({ prefix: [] }));
            return entries.filter(({ key }) => pattern.test(JSON.stringify(key))).length;
          };
          assert.equal(await keysMatching(/unadopted/), 1);
          assert.ok(await keysMatching(new RegExp(deleted.account.id)) > 10);
          await using process = startServiceProcess({ DATA_DIR: folder.path, ...environment }, args);
          await process.printed(/started/);
          await until(async () => await keysMatching(new RegExp(`unadopted|${deleted.account.id}`)) === 0, "the sweep");
          assert.equal((await store.jobs.config(account.id, run.id)).length, 200_000);
          process.kill("SIGTERM");
          const { code, output } = await process.ended();
          assert.equal(code, 0);
          assert.doesNotMatch(output, /sweep failed/);
        } finally {
          kv.close();
          store.close();
        }
      },
    ),
  );
}
