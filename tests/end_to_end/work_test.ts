import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { submissionTo } from "../support/submission.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";

Deno.test(
  testInTurn(
    "a job runner without an API computes a run that another process accepted, and exits with 0 on SIGTERM",
    async () => {
      const dataDir = await Deno.makeTempDir();
      const clock = { now: () => Date.now() };
      const path = `${dataDir}/kv.sqlite3`;
      const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
      try {
        using submission = submissionTo(store, clock);
        const { account } = await accountWithCredentials(store);
        const body = {
          stocks: [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }],
          methods: ["min_volatility", "max_sharpe"],
          benchmark: "NIFTY50",
          efficient_frontier: { points: 5 },
        };
        const { job } = await submission.submit(account, body);
        await using process = startServiceProcess({ DATA_DIR: dataDir, WORKERS: "1" }, ["work"]);
        await process.printed(/started/);
        await until(async () => (await store.jobs.get(account.id, job.id)).finishedAt !== null);
        const done = await store.jobs.get(account.id, job.id);
        assert.deepEqual([done.status, done.error], ["succeeded", null]);
        const artifact = await store.artifacts.find(account.id, job.id, "result.json");
        assert.ok(artifact);
        const result = await new Response(artifact.stream()).json();
        assert.deepEqual([result.run_id, result.methods.length, result.benchmark.id], [job.id, 2, "NIFTY50"]);
        process.kill("SIGTERM");
        assert.equal((await process.ended()).code, 0);
      } finally {
        store.close();
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  ),
);

Deno.test(testInTurn("a job runner with WORKERS=0 is refused", async () => {
  const dataDir = await Deno.makeTempDir();
  await using process = startServiceProcess({ DATA_DIR: dataDir, WORKERS: "0" }, ["work"]);
  const { code, output } = await process.ended();
  assert.equal(code, 2);
  assert.match(output, /Cannot run jobs with WORKERS 0/);
  await Deno.remove(dataDir, { recursive: true });
}));
