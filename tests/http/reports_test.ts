import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { keepBusy, submitted, succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const RUN = { ...pricesBody(4, 200), name: "First ₹ <b>", methods: ["min_volatility", "equal_weight"] };
const PLAN = { train_window: 60, rebalance_every: 20 };

Deno.test(
  testInTurn(
    "a requested report becomes a PDF behind a signed link and is listed among the files of its run",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, {
        ...RUN,
        rolling_backtest: PLAN,
        monte_carlo: { horizon: 20, paths: 100 },
      });
      const status = `/jobs/${runId}/report/status`;
      assert.deepEqual((await person.send("GET", status)).body, { kind: "full", status: "absent" });
      for (
        const [kind, body] of [["full", undefined], ["summary", { kind: "summary" }], ["backtest", {
          kind: "backtest",
        }]]
      ) {
        const accepted = await person.send("POST", `/jobs/${runId}/report/pdf`, body === undefined ? {} : { body });
        assert.equal(accepted.status, 202);
        assert.equal(accepted.body.kind, kind);
        const { url, ...rest } = await ready(person, `${status}?kind=${kind}`);
        assert.deepEqual(Object.keys(rest), ["kind", "status", "updated_at", "expires_at"]);
        const file = await service.fetch(new URL(url).pathname);
        assert.equal(file.headers.get("content-type"), "application/pdf");
        assert.match(await file.text(), /^%PDF-1\.7/);
      }
      const { body: { items } } = await person.send("GET", `/jobs/${runId}/artifacts`);
      const names = items.map(({ name }: { name: string }) => name);
      assert.deepEqual(names.filter((name: string) => name.endsWith(".pdf")).sort(), [
        "report_backtest.pdf",
        "report_full.pdf",
        "report_summary.pdf",
      ]);
      assert.equal((await person.send("GET", `/jobs/${runId}`)).body.report_status, "ready");
    },
  ),
);

Deno.test(
  testInTurn("a report is not listed as a job, counts on no meter and is not found by an id of its own", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const runId = await succeeded(person, RUN);
    await using _busy = await keepBusy(person);
    const used = async (): Promise<unknown> => (await person.send("GET", "/billing/me")).body.meters;
    const before = await used();
    await person.send("POST", `/jobs/${runId}/report/pdf`);
    assert.equal((await person.send("GET", `/jobs/${runId}`)).body.report_status, "queued");
    const { body: active } = await person.send("GET", "/jobs/active");
    assert.deepEqual(active.items.filter(({ kind }: { kind: string }) => kind !== "optimization"), []);
    const { body: history } = await person.send("GET", "/jobs/history");
    assert.ok(history.items.every(({ run_id }: { run_id: string }) => run_id.startsWith("run_")));
    assert.deepEqual((await person.send("GET", `/runs/${runId}/monte_carlo`)).body.items, []);
    assert.equal((await person.send("GET", `/jobs/${runId.replace("run_", "rep_")}`)).status, 404);
    assert.deepEqual(await used(), before);
  }),
);

Deno.test(
  testInTurn(
    "50 concurrent requests for a report render it once, and a later request leaves it unchanged",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, RUN);
      const asked = await Promise.all(
        Array.from({ length: 50 }, () => person.send("POST", `/jobs/${runId}/report/pdf`, { body: { kind: "full" } })),
      );
      assert.ok(asked.every(({ status }) => status === 202));
      const first = await ready(person, `/jobs/${runId}/report/status`);
      const again = await person.send("POST", `/jobs/${runId}/report/pdf`);
      assert.deepEqual(again.body, { kind: "full", status: "ready" });
      const { body: { items } } = await person.send("GET", `/jobs/${runId}/artifacts`);
      assert.equal(items.filter(({ name }: { name: string }) => name === "report_full.pdf").length, 1);
      const { updated_at } = await ready(person, `/jobs/${runId}/report/status`);
      assert.equal(updated_at, first.updated_at);
    },
  ),
);

Deno.test("a report is refused for an unknown kind, a missing backtest, another account's or an unfinished run, or a simulation", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const other = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const path = `/jobs/${runId}/report/pdf`;
  const novel = await person.send("POST", path, { body: { kind: "novel" } });
  assert.deepEqual([novel.status, novel.body.errors[0].pointer], [422, "/kind"]);
  const without = await person.send("POST", path, { body: { kind: "backtest" } });
  assert.deepEqual([without.status, without.body.errors[0].pointer], [422, "/kind"]);
  assert.equal((await person.send("GET", `/jobs/${runId}/report/status?kind=novel`)).status, 422);
  assert.equal((await other.send("POST", path)).status, 404);
  assert.equal((await other.send("GET", `/jobs/${runId}/report/status`)).status, 404);
  assert.equal((await person.send("POST", `/jobs/${runId.replace("run_", "mc_")}/report/pdf`)).status, 404);
  await using _busy = await keepBusy(person);
  const waiting = await submitted(person, RUN);
  const early = await person.send("POST", `/jobs/${waiting}/report/pdf`);
  assert.deepEqual([early.status, early.body.code], [409, "run_not_succeeded"]);
});

Deno.test("a run whose report is queued can be deleted, and its report is then not found", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using _busy = await keepBusy(person);
  await person.send("POST", `/jobs/${runId}/report/pdf`);
  assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
  assert.equal((await person.send("GET", `/jobs/${runId}/report/status`)).status, 404);
  assert.equal((await person.send("POST", `/jobs/${runId}/report/pdf`)).status, 404);
});

Deno.test("a report whose worker is lost three times fails with the reason, and a new request renders it", async () => {
  const service = await sharedService();
  const { jobQueue } = service.store;
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using busyRun = await keepBusy(person);
  const busy = busyRun.id;
  const path = `/jobs/${runId}/report`;
  await person.send("POST", `${path}/pdf`);
  for (let losses = 0; losses < 3; losses++) {
    assert.equal((await person.send("GET", `${path}/status`)).body.status, "queued");
    const lease = await jobQueue.claim(null);
    assert.equal(lease?.job.parentRunId, runId);
    assert.equal((await person.send("GET", `${path}/status`)).body.status, "rendering");
    await jobQueue.lose(lease, { code: "worker_lost", detail: "The worker that rendered it was lost" });
  }
  const { body: failed } = await person.send("GET", `${path}/status`);
  assert.equal(failed.status, "failed");
  assert.match(failed.reason, /lost.*the job was tried 3 times/);
  assert.equal((await person.send("GET", `/jobs/${runId}`)).body.report_status, "failed");
  const again = await person.send("POST", `${path}/pdf`);
  assert.deepEqual([again.status, again.body.status], [202, "queued"]);
  const { body: queued } = await person.send("GET", `${path}/status`);
  assert.deepEqual([queued.status, queued.reason], ["queued", undefined]);
  await person.send("POST", `/jobs/${busy}/cancel`);
  await ready(person, `${path}/status`);
});

/** Waits until a report is ready and returns its description. Fails if the report failed. */
async function ready(person: Browser, path: string): Promise<{ url: string; updated_at: string }> {
  let body: { status: string; url: string; updated_at: string } | undefined;
  await until(
    async () => {
      body = (await person.send("GET", path)).body;
      return body?.status === "ready" || body?.status === "failed";
    },
    "the report",
    { longestPauseMs: 50 },
  );
  assert.equal(body?.status, "ready", JSON.stringify(body));
  assert.ok(body);
  return body;
}
