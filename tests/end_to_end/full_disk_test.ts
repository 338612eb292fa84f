import assert from "node:assert/strict";
import { noteAbsence } from "../support/absent_program.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { type SmallDisk, smallDisk } from "../support/small_disk.ts";
import { pricesBody } from "../support/submission.ts";

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
if (probe === null) noteAbsence("the right to mount a disk", "The tests of a full disk are skipped: no right to mount");

/** Request body of about 1 MB that the test submits. */
const BODY = JSON.stringify(pricesBody(40, 1_500));
/** Request body that fits where the other one does not. */
const SMALL_BODY = JSON.stringify(pricesBody(2, 30));

Deno.test(testInTurn({
  name: "on a full disk submissions get 503 not_ready, the service stays up, and accepted runs succeed afterwards",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(48) as SmallDisk;
    const dataDir = disk.folder;
    const settings = { DATA_DIR: dataDir, HTTPS_PORT: "0", WORKERS: "1", RATE_LIMITS: "off" };
    await using process = startServiceProcess(settings);
    const port = await process.httpsPort();
    using person = await personOfProcess(process, { port, dataDir });
    const submit = (key: string, body = BODY): Promise<Response> =>
      person.fetch("/jobs", {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "idempotency-key": key },
      });
    const accepted: string[] = [];
    for (const key of ["1", "2", "3"]) accepted.push((await (await submit(key)).json()).run_id);
    await disk.fill();
    // The write-ahead log has some space left on the full disk, so submissions succeed until it is used up.
    for (const body of [BODY, SMALL_BODY]) {
      for (;;) {
        const next = await submit(String(accepted.length + 1), body);
        const { run_id } = await next.json();
        if (next.status !== 202) break;
        accepted.push(run_id);
      }
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await submit("refused");
      const problem = await refused.json();
      assert.deepEqual([refused.status, problem.code], [503, "not_ready"]);
      assert.match(refused.headers.get("content-type") ?? "", /^application\/problem\+json/);
    }
    // A name still fits where a submission does not, and uses up the room for the question whether there is any.
    await until(async () => {
      await renamed(person);
      const readiness = await person.fetch("/ready");
      return (await readiness.json()).code === "not_ready" && readiness.status === 503;
    }, "the service to call itself not ready");
    const health = await person.fetch("/health");
    assert.equal((await health.json(), health.status), 200);
    for (const run of accepted) assert.notEqual((await record(person, run)).status, "failed");
    await disk.clear();
    accepted.push((await (await submit("refused")).json()).run_id);
    for (const run of accepted) {
      await until(async () => (await record(person, run)).status === "succeeded", `the success of ${run}`);
      const result = await person.fetch(`/jobs/${run}/result`);
      assert.deepEqual([(await result.json()).run_id, result.status], [run, 200]);
    }
    const history = await (await person.fetch("/jobs/history")).json();
    assert.deepEqual(history.items.map(({ run_id }: { run_id: string }) => run_id), accepted.toReversed());
    process.kill("SIGTERM");
    assert.equal((await process.ended()).code, 0);
  },
}));

Deno.test(testInTurn({
  name: "lists of several pages and the dashboard are read for the first time while the disk has no room for content",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(48) as SmallDisk;
    const dataDir = disk.folder;
    await using process = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off" });
    using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir });
    const submit = (): Promise<Response> =>
      person.fetch("/jobs", { method: "POST", body: SMALL_BODY, headers: { "content-type": "application/json" } });
    const runs: string[] = [];
    for (let run = 0; run < 20; run++) runs.push((await (await submit()).json()).run_id);
    await disk.fill(10 * 1_024 ** 2);
    const refused = await submit();
    assert.deepEqual([(await refused.json()).code, refused.status], ["not_ready", 503]);
    const first = await (await person.fetch("/jobs/history?limit=1")).json();
    const second = await (await person.fetch(`/jobs/history?limit=1&cursor=${first.next_cursor}`)).json();
    const read = [first, second].map(({ items }) => items[0].run_id);
    assert.deepEqual(read, [runs[19], runs[18]]);
    const dashboard = await person.fetchSignedIn("/analytics/dashboard");
    assert.deepEqual([dashboard.status, (await dashboard.json()).runs?.by_status.queued], [200, 20]);
    process.kill("SIGTERM");
    assert.equal((await process.ended()).code, 0);
  },
}));

async function renamed(person: PersonOfProcess): Promise<void> {
  const response = await person.fetchSignedIn("/users/me", {
    method: "PATCH",
    body: JSON.stringify({ full_name: `Ada ${performance.now()}` }),
    headers: { "content-type": "application/json" },
  });
  await response.body?.cancel();
}

async function record(person: { fetch(path: string): Promise<Response> }, run: string): Promise<{ status: string }> {
  return await (await person.fetch(`/jobs/${run}`)).json();
}
