import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { childProcesses } from "../support/child_processes.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
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

Deno.test("a run and a simulation give the same bytes in a process as in a worker, and a stop leaves no process", async () => {
  const inWorker = await filesBy("worker"), inProcess = await filesBy("process");
  assert.deepEqual([...inProcess.keys()], [...inWorker.keys()]);
  assert.ok(inWorker.size >= 4, [...inWorker.keys()].join());
  for (const [name, text] of inWorker) assert.ok(inProcess.get(name) === text, `${name} differs`);
  await until(async () => (await childProcesses(MARK)).length === 0, "all processes to be gone");
});
