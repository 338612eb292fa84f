import assert from "node:assert/strict";
import { jobIdOf } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore } from "../../src/store/open_store.ts";
import { meteredRuns } from "../support/metered_runs.ts";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { until } from "../support/until.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { IS_FULL_RUN, testInTurn } from "../support/tier.ts";

const HOUR_MS = 3_600_000;
/** Request body that the test submits: about 5 MiB, and 2 MiB in the part of the tests. */
const BODY = JSON.stringify(pricesBody(IS_FULL_RUN ? 200 : 80, 1_500));
/**
 * Moments at which the test kills the service's process in the full run: 100 and 400 milliseconds after the start, so
 * that the body is still arriving on a slow or a fast machine, and after the answer. Later attempts, and all those in
 * the part of the tests, kill it as soon as some chunks of the config are written.
 */
const KILLED_AT = IS_FULL_RUN ? [100, 400, "answered"] as const : [];
const CUT_BETWEEN_CHUNKS = IS_FULL_RUN ? 2 : 1;

Deno.test(
  testInTurn(
    "a large submission cut off by a killed process is accepted once when it is sent again, and leaves no orphan chunks",
    async () => {
      await using folder = await temporaryFolder();
      const port = freePort();
      const settings = { DATA_DIR: folder.path, HTTPS_PORT: String(port), WORKERS: "0", RATE_LIMITS: "off" };
      const start = async (): Promise<ServiceProcess> => {
        const process = startServiceProcess(settings);
        await process.printed(/ started /);
        return process;
      };
      let process = await start();
      using person = await personOfProcess(process, { port, dataDir: folder.path });
      const submit = (key: number): Promise<Response> =>
        person.fetch("/jobs", {
          method: "POST",
          body: BODY,
          headers: { "content-type": "application/json", "idempotency-key": `attempt-${key}` },
        });
      const runs: string[] = [];
      const kv = await Deno.openKv(`${folder.path}/kv.sqlite3`);
      const unadopted = async (): Promise<number> => (await unadoptedSets(kv)).length;
      for (let attempt = 0; attempt < KILLED_AT.length || await unadopted() < CUT_BETWEEN_CHUNKS; attempt++) {
        const killedAt = KILLED_AT[attempt] ?? "some chunks";
        const before = await unadopted();
        let isAnswered = false;
        const first = submit(attempt).then((response) => response.json()).catch(() => null).finally(() =>
          isAnswered = true
        );
        if (typeof killedAt === "number") await new Promise((resolve) => setTimeout(resolve, killedAt));
        else if (killedAt === "answered") await first;
        else await until(async () => isAnswered || await unadopted() > before, "the first chunks");
        process.kill("SIGKILL");
        await process.ended();
        const answered = await first;
        process = await start();
        const again = await submit(attempt);
        const run = await again.json();
        assert.equal(again.status, 202, JSON.stringify(run));
        if (answered !== null) assert.equal(run.run_id, answered.run_id);
        const repeated = await submit(attempt);
        assert.equal((await repeated.json()).run_id, run.run_id);
        runs.push(run.run_id);
      }
      kv.close();
      const history = await (await person.fetch("/jobs/history?limit=100")).json();
      assert.deepEqual(history.items.map(({ run_id }: { run_id: string }) => run_id), runs.toReversed());
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
      await assertNothingOrphaned(folder.path, runs);
    },
  ),
);

function unadoptedSets(kv: Deno.Kv): Promise<readonly Deno.KvEntry<unknown>[]> {
  return Array.fromAsync(kv.list({ prefix: keys.unadoptedChunkSets }));
}

/**
 * Asserts that after a sweep two hours later the store holds the chunks of the configs of these runs and of their
 * aligned history and no others, and that each run is metered once.
 */
async function assertNothingOrphaned(dataDir: string, runs: readonly string[]): Promise<void> {
  const path = `${dataDir}/kv.sqlite3`;
  const clock = { now: () => Date.now() + 2 * HOUR_MS };
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
  const kv = await Deno.openKv(path);
  try {
    await store.maintenance.sweep();
    const member = await store.accounts.findByEmail("ada@example.com");
    assert.ok(member !== null);
    const { account } = member;
    const found: Deno.KvKey[] = [];
    for await (const { key } of kv.list({ prefix: [] })) found.push(key);
    const sets = new Set(found.filter((key) => key.includes("chunks")).map((key) => String(key.at(-2))));
    assert.equal(sets.size, runs.length + 1, "a config of each run, and the aligned history that they share");
    assert.deepEqual(await unadoptedSets(kv), []);
    for (const run of runs) assert.ok((await store.jobs.config(account.id, jobIdOf(run))).length > 1_000_000);
    assert.equal(await meteredRuns(store, account.id), runs.length);
  } finally {
    kv.close();
    store.close();
  }
}
