import assert from "node:assert/strict";
import { jobIdOf } from "../../src/domain/identifier.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { accountIdOf, keepBusy, submitted, succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { testInTurn } from "../support/tier.ts";

const RUN = pricesBody(3, 40);
const ULID = "01K00000000000000000000001";

/** Methods and paths of the routes below `/jobs` that take the id of a run, except those of its report. */
const ROUTES = [
  "GET /jobs/{run_id}",
  "GET /jobs/{run_id}/result",
  "GET /jobs/{run_id}/config",
  "GET /jobs/{run_id}/artifacts",
  "GET /jobs/{run_id}/rolling_backtest",
  "GET /jobs/{run_id}/events",
  "PATCH /jobs/{run_id}",
  "POST /jobs/{run_id}/cancel",
  "DELETE /jobs/{run_id}",
];

Deno.test(testInTurn("no route finds or changes the run of another account", async () => {
  const service = await sharedService();
  const [owner, stranger] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const runId = await succeeded(owner, RUN);
  const { body: before } = await owner.send("GET", `/jobs/${runId}`);
  await assertNowhere(stranger, runId);
  assert.deepEqual((await owner.send("GET", `/jobs/${runId}`)).body, before);
}));

Deno.test("every route of a run is 404 for an unknown id and for one of the wrong form", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const ids = [
    `run_${ULID}`,
    `mc_${ULID}`,
    `run_${ULID.toLowerCase()}`,
    `run_${ULID}0`,
    `usr_${ULID}`,
    "run_",
    "x",
    "%00",
  ];
  for (const id of ids) await assertNowhere(person, id);
});

Deno.test("simulations and backtests are renamed, cancelled, followed and deleted by the routes of a run", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using _busy = await keepBusy(person);
  const account = await accountIdOf(service, person);
  for (const kind of ["monte_carlo", "backtest"] as const) {
    const { id } = await submittedJob(service.store, account, { kind, parentRunId: jobIdOf(runId) });
    const { body } = await person.send("PATCH", `/jobs/${id}`, { body: { name: "Five years" } });
    assert.deepEqual([body.run_id, body.kind, body.parent_run_id, body.name], [id, kind, runId, "Five years"]);
    await person.send("POST", `/jobs/${id}/cancel`);
    assert.match((await person.send("GET", `/jobs/${id}/events`)).body, new RegExp(`"run_id":"${id}"`));
    assert.equal((await person.send("GET", `/jobs/${id}/result`)).status, 404);
    assert.equal((await person.send("DELETE", `/jobs/${id}`)).status, 204);
    assert.equal((await person.send("GET", `/jobs/${id}`)).status, 404);
  }
});

Deno.test("a finished run can be renamed, and nothing else of it changes", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, { ...RUN, name: "Old" });
  const { body: before } = await person.send("GET", `/jobs/${runId}`);
  const { status, body } = await person.send("PATCH", `/jobs/${runId}`, { body: { name: "New" } });
  assert.deepEqual([status, body], [200, { ...before, name: "New" }]);
  assert.deepEqual((await person.send("GET", `/jobs/${runId}`)).body, body);
});

Deno.test("a queued, a computing and a cancelled run can be renamed, and each keeps its status", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  await using busyRun = await keepBusy(person);
  const waiting = await submitted(person, RUN);
  const rename = async (id: string, name: string): Promise<[number, string, string]> => {
    const { status, body } = await person.send("PATCH", `/jobs/${id}`, { body: { name } });
    assert.equal((await person.send("GET", `/jobs/${id}`)).body.name, body.name);
    return [status, body.name, body.status];
  };
  assert.deepEqual(await rename(waiting, "Waits"), [200, "Waits", "queued"]);
  assert.deepEqual(await rename(busyRun.id, "Computes"), [200, "Computes", "running"]);
  await person.send("POST", `/jobs/${waiting}/cancel`);
  assert.deepEqual(await rename(waiting, "Is cancelled"), [200, "Is cancelled", "cancelled"]);
});

Deno.test("a run accepts any displayable name, when submitted and when renamed, and returns it unchanged", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const names = ["<b>&amp;</b>", "\\\\n \\", "W".repeat(120), "₹ सेक्टर", "קטגוריה", "\u{1F989}".repeat(60), "=1+1"];
  for (const name of names) {
    const runId = await submitted(person, { ...RUN, name });
    assert.equal((await person.send("GET", `/jobs/${runId}`)).body.name, name);
    const renamed = await person.send("PATCH", `/jobs/${runId}`, { body: { name } });
    assert.deepEqual([renamed.status, renamed.body.name], [200, name]);
  }
});

Deno.test("cancelling or deleting a run with content in the body is refused and changes nothing", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  for (const [method, path] of [["POST", `/jobs/${runId}/cancel`], ["DELETE", `/jobs/${runId}`]] as const) {
    const refusal = await person.send(method, path, { body: { reason: "late" } });
    assert.deepEqual([refusal.status, refusal.body.code], [422, "validation_failed"]);
    assert.deepEqual(refusal.body.errors, [{
      pointer: "/reason",
      detail: 'Cannot find field "reason": there is no such field, leave it out',
    }]);
    const headers = { "content-type": "text/plain" };
    assert.equal((await person.send(method, path, { body: "late", headers })).status, 415);
    assert.equal((await person.send(method, path, { body: "late" })).status, 400);
  }
  assert.equal((await person.send("GET", `/jobs/${runId}`)).body.status, "queued");
  assert.equal((await person.send("POST", `/jobs/${runId}/cancel`, { body: {} })).status, 202);
  assert.equal((await person.send("DELETE", `/jobs/${runId}`, { body: "" })).status, 204);
});

Deno.test("a change of a run by any field but the name is 400 unknown_field, whatever else is wrong, and changes nothing", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  for (
    const body of [
      { name: "New", status: "failed" },
      { name: 1, tags: [] },
      { colour: null },
      '{"__proto__":1}',
      '{"name":1,"\\u0000":1}',
    ]
  ) {
    const refusal = await person.send("PATCH", `/jobs/${runId}?colour=red`, { body });
    assert.deepEqual([refusal.status, refusal.body.code], [400, "unknown_field"]);
  }
  for (const body of [{}, { name: "" }, { name: "x".repeat(121) }, { name: "a\u0001" }, { name: null }, ["name"]]) {
    assert.equal((await person.send("PATCH", `/jobs/${runId}`, { body })).body.code, "validation_failed");
  }
  assert.equal((await person.send("GET", `/jobs/${runId}`)).body.name, null);
});

Deno.test("a queued run is cancelled at once without being started", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  const { status, body } = await person.send("POST", `/jobs/${runId}/cancel`);
  assert.deepEqual([status, body.status, body.started_at], [202, "cancelled", null]);
  assert.deepEqual((await person.send("GET", "/jobs/active")).body.items, []);
});

Deno.test("the response to the cancellation of a computing run already says cancelled, and the next run is computed", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  await using busyRun = await keepBusy(person);
  const runId = busyRun.id;
  const { status, body } = await person.send("POST", `/jobs/${runId}/cancel`);
  assert.deepEqual([status, body.status], [202, "cancelled"]);
  await succeeded(person, RUN);
  assert.deepEqual((await person.send("GET", `/jobs/${runId}`)).body, body);
});

Deno.test("cancelling a finished run is 409 job_finished and does not change its status", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using busyRun = await keepBusy(person);
  const cancelled = busyRun.id;
  await person.send("POST", `/jobs/${cancelled}/cancel`);
  for (const [id, status] of [[runId, "succeeded"], [cancelled, "cancelled"]]) {
    const refusal = await person.send("POST", `/jobs/${id}/cancel`);
    assert.deepEqual([refusal.status, refusal.body.code], [409, "job_finished"]);
    assert.equal((await person.send("GET", `/jobs/${id}`)).body.status, status);
  }
});

Deno.test("deleting a queued run is 409 run_in_flight, and the run stays", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const queued = await submitted(person, RUN);
  const refusal = await person.send("DELETE", `/jobs/${queued}`);
  assert.deepEqual([refusal.status, refusal.body.code], [409, "run_in_flight"]);
  assert.equal((await person.send("GET", `/jobs/${queued}`)).status, 200);
});

Deno.test("a run cannot be deleted while its simulation is in flight, and then is deleted with it", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using _busy = await keepBusy(person);
  const simulation = await submittedJob(service.store, await accountIdOf(service, person), {
    kind: "monte_carlo",
    parentRunId: jobIdOf(runId),
  });
  const refusal = await person.send("DELETE", `/jobs/${runId}`);
  assert.deepEqual([refusal.status, refusal.body.code], [409, "run_in_flight"]);
  await person.send("POST", `/jobs/${simulation.id}/cancel`);
  assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
  assert.equal((await person.send("GET", `/jobs/${simulation.id}`)).status, 404);
});

Deno.test("a deleted run is found by no route, no download link and not in the history", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const { body: { items } } = await person.send("GET", `/jobs/${runId}/artifacts`);
  const { status, body } = await person.send("DELETE", `/jobs/${runId}`);
  assert.deepEqual([status, body], [204, ""]);
  await assertNowhere(person, runId);
  for (const { url } of items) assert.equal((await service.fetch(new URL(url).pathname)).status, 404);
  assert.deepEqual((await person.send("GET", "/jobs/history")).body.items, []);
});

Deno.test("routes of runs state rate limits of 120 submissions, 1,200 readings and 600 changes a minute", async () => {
  await using service = await runService({ environment: { ...QUEUED, RATE_LIMITS: "on" } });
  const person = await verifiedBrowser(service);
  const { headers, body: { run_id } } = await person.send("POST", "/jobs", { body: RUN });
  assert.equal(headers.get("ratelimit-policy"), '"submission";q=120;w=60');
  await person.send("POST", `/jobs/${run_id}/cancel`);
  for (const route of [...ROUTES, "GET /jobs/history", "GET /jobs/active"]) {
    const [method, path] = route.split(" ");
    const reply = await person.send(method, path.replace("{run_id}", run_id), {
      body: method === "PATCH" ? {} : undefined,
    });
    const policy = method === "GET" ? '"reading";q=1200;w=60' : '"rest";q=600;w=60';
    assert.equal(reply.headers.get("ratelimit-policy"), policy, route);
  }
});

async function assertNowhere(person: Browser, runId: string): Promise<void> {
  for (const route of ROUTES) {
    const [method, path] = route.split(" ");
    const body = method === "PATCH" ? { name: "New" } : undefined;
    const reply = await person.send(method, path.replace("{run_id}", runId), { body });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"], `${route} of ${runId}`);
  }
}
