import assert from "node:assert/strict";
import type { JobId } from "../../src/domain/identifier.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const SCRIPT = new URL("../support/crashing_runner_process.ts", import.meta.url).href;

Deno.test(
  testInTurn(
    "a job that crashes its process three times fails with worker_lost, and the jobs beside it succeed",
    () =>
      withStore(async ({ store, path }) => {
        const { id: account } = (await accountWithCredentials(store)).account;
        const ids: JobId[] = [];
        for (const kind of ["compute", "crash", "compute"]) {
          const config = new TextEncoder().encode(JSON.stringify(kind));
          ids.push((await submittedJob(store, account, {}, { config })).id);
        }
        const jobs = () => Promise.all(ids.map((id) => store.jobs.get(account, id)));
        const areFinished = async (): Promise<boolean> => (await jobs()).every(({ finishedAt }) => finishedAt !== null);
        let crashes = 0;
        while (!await areFinished()) {
          const child = runnerProcess(path);
          let isOver = false;
          child.status.then(() => isOver = true);
          await until(async () => isOver || await areFinished(), "a crash or the end of all jobs");
          if (!isOver) child.kill("SIGKILL");
          const { code } = await child.status;
          if (code === 70) crashes++;
        }
        const ended = (await jobs()).map(({ status, error }) => [status, error?.code ?? null]);
        assert.deepEqual(ended, [["succeeded", null], ["failed", "worker_lost"], ["succeeded", null]]);
        assert.equal(crashes, 3);
      }),
  ),
);

function runnerProcess(path: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--unstable-kv", "--allow-all", SCRIPT, path],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
}
