import assert from "node:assert/strict";
import type { AccountId } from "../../src/domain/identifier.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { childProcesses } from "../support/child_processes.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { accountIdOf, ended, keepBusy, runOnce, submitted, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { withoutMarks } from "../support/without_marks.ts";

const MARK = "computing_process.ts";
const METHODS = ["min_volatility", "hrp"];

/** Test helper. Computes a run and a simulation of it in a service, and returns the texts of all their files. */
async function filesBy(isolation: string): Promise<ReadonlyMap<string, string>> {
  await using service = await runService({ environment: { WORKERS: "1", ISOLATION: isolation } });
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, { ...pricesBody(6, 300), methods: METHODS });
  const asked = { body: { model: "gaussian", paths: 500 } };
  const { body: { mc_run_id } } = await person.send("POST", `/runs/${run}/monte_carlo`, asked);
  await until(async () => {
    const { body } = await person.send("GET", `/mc/${mc_run_id}`);
    assert.notEqual(body.status, "failed");
    return body.status === "succeeded";
  }, "the simulation");
  const files = new Map<string, string>();
  for (const id of [run, mc_run_id]) {
    const { body: { items } } = await person.send("GET", `/jobs/${id}/artifacts`);
    for (const { name, url, bytes } of items) {
      if (bytes === null) continue;
      const answer = await service.fetch(new URL(url).pathname);
      files.set(`${id.slice(0, 2)} ${name}`, withoutMarks(await answer.text()));
    }
  }
  const processes = await childProcesses(MARK);
  assert.equal(processes.length > 0, isolation === "process", `${processes.length} processes`);
  return files;
}

Deno.test(
  testInTurn(
    "a run and a simulation give the same bytes in a process as in a worker, and a stop leaves no process",
    async () => {
      const inWorker = await filesBy("worker"), inProcess = await filesBy("process");
      assert.deepEqual([...inProcess.keys()], [...inWorker.keys()]);
      assert.ok(inWorker.size >= 4, [...inWorker.keys()].join());
      for (const [name, text] of inWorker) assert.ok(inProcess.get(name) === text, `${name} differs`);
      await until(async () => (await childProcesses(MARK)).length === 0, "all processes to be gone");
    },
  ),
);

Deno.test("a run whose process is killed while it computes succeeds in another attempt, is metered once and has its files once", async () => {
  await using service = await runService({ environment: { WORKERS: "1", ISOLATION: "process" } });
  const person = await verifiedBrowser(service), accountId = await accountIdOf(service, person);
  const run = await submitted(person, SECONDS_LONG);
  await killProcessOf(person, run, 1);
  const { status, error, attempt } = await ended(person, run);
  assert.deepEqual([status, error, attempt], ["succeeded", null, 2]);
  const { body: { items } } = await person.send("GET", `/jobs/${run}/artifacts`);
  const names = items.map(({ name }: { name: string }) => name);
  assert.equal(names.filter((name: string) => name === "result.json").length, 1, names.join());
  assert.equal(new Set(names).size, names.length, names.join());
  await isMeteredOnce(service, accountId);
});

Deno.test(
  fullTest("a run whose process is killed in all three attempts fails with worker_lost and how its process ended", {
    heldBy:
      "a run whose process is killed while it computes succeeds in another attempt, is metered once and has its files once",
  }, async () => {
    await using service = await runService({ environment: { WORKERS: "1", ISOLATION: "process" } });
    const person = await verifiedBrowser(service), accountId = await accountIdOf(service, person);
    await using run = await keepBusy(person);
    for (const attempt of [1, 2, 3]) await killProcessOf(person, run.id, attempt);
    const { status, error } = await ended(person, run.id);
    assert.deepEqual([status, error.code], ["failed", "worker_lost"]);
    assert.match(error.detail, /its process ended by SIGKILL/);
    await isMeteredOnce(service, accountId);
    const next = await succeeded(person, pricesBody(3, 60));
    assert.notEqual(next, run.id, "the next run gets a process of its own");
  }),
);

/** A run that computes for some seconds. */
const SECONDS_LONG = {
  ...pricesBody(6, 480),
  methods: Array.from({ length: 10 }, (_, index) => ({ method: "min_cvar", confidence: 0.9 + index * 0.004 })),
  rolling_backtest: { train_window: 230, rebalance_every: 10 },
};

/** Test helper. Waits until a run has made progress in an attempt, and kills all processes that compute. */
async function killProcessOf(person: Browser, run: string, attempt: number): Promise<void> {
  await runOnce(person, run, (record) => record.attempt === attempt && (record.progress?.fraction ?? 0) > 0);
  // The process for small runs stands ready beside the one that computes, and nothing tells them apart from outside.
  const processes = await childProcesses(MARK);
  assert.ok(processes.length === 1 || processes.length === 2, `${processes.length} processes`);
  for (const pid of processes) Deno.kill(pid, "SIGKILL");
}

async function isMeteredOnce({ store }: RunningService, accountId: AccountId): Promise<void> {
  const [runs] = await store.meters.usage(accountId);
  assert.equal(runs.used, 1);
}
