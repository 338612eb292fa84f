import assert from "node:assert/strict";
import { billingPeriodOf } from "../../src/domain/meter.ts";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { usedMeters } from "../support/used_meters.ts";

const RUN = {
  stocks: [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }],
  methods: ["equal_weight"],
};

Deno.test("of 50 concurrent submissions under a monthly limit of 10, exactly 10 are accepted", () =>
  withLimits({ free: { optimization_runs: 10 } }, async (service) => {
    const person = await verifiedBrowser(service);
    const replies = await Promise.all(Array.from({ length: 50 }, () => submit(person)));
    assert.deepEqual(statusesOf(replies), { 202: 10, 429: 40 });
    assert.ok(replies.every(({ status, body }) => status === 202 || body.code === "quota_exceeded"));
    assert.deepEqual(await optimizations(person), { used: 10, limit: 10 });
    const { items } = (await person.send("GET", "/jobs/history?limit=100")).body;
    assert.equal(items.length, 10);
  }));

Deno.test("a submission over the monthly limit is refused with the time until the month ends, and the next month starts at zero", async () => {
  const clock = { aheadMs: 0 };
  await withLimits({ free: { optimization_runs: 1 } }, async (service) => {
    const person = await verifiedBrowser(service);
    assert.equal((await submit(person)).status, 202);
    const refused = await submit(person);
    const { end } = billingPeriodOf(Date.now());
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /1 of 1 optimization_runs of this month are used/);
    const untilEnd = (end - Date.now()) / 1_000;
    const retryAfter = Number(refused.headers.get("retry-after"));
    // The service's clock has advanced between the response and this check, so the stated waiting time may exceed the
    // time that is left by up to a minute.
    assert.ok(retryAfter >= untilEnd && retryAfter < untilEnd + 60, `${retryAfter} of ${untilEnd}`);
    clock.aheadMs = end - Date.now() + 1_000;
    await person.logIn(await emailOf(service));
    assert.equal((await submit(person)).status, 202);
    assert.deepEqual(await optimizations(person), { used: 1, limit: 1 });
  }, clock);
});

Deno.test("a repeated Idempotency-Key is counted once and gets its run even when the monthly limit is used up", () =>
  withLimits({ free: { optimization_runs: 2 } }, async (service) => {
    const person = await verifiedBrowser(service);
    const first = await Promise.all(Array.from({ length: 20 }, () => submit(person, "once")));
    assert.deepEqual(statusesOf(first), { 202: 20 });
    assert.equal(new Set(first.map(({ body }) => body.run_id)).size, 1);
    assert.deepEqual(await optimizations(person), { used: 1, limit: 2 });
    assert.equal((await submit(person, "twice")).status, 202);
    assert.equal((await submit(person, "thrice")).status, 429);
    assert.deepEqual([(await submit(person, "once")).body], [first[0].body]);
    assert.equal((await submit(person, "thrice")).status, 429, "a refused request used no key up");
    assert.deepEqual(await optimizations(person), { used: 2, limit: 2 });
  }));

Deno.test("the limits of a new plan apply from the next request, and a limit of null allows any number of runs", () =>
  withLimits({ free: { optimization_runs: 0 }, pro: { optimization_runs: null } }, async (service) => {
    const person = await verifiedBrowser(service);
    assert.equal((await submit(person)).status, 429);
    const member = await service.store.accounts.findByEmail(await emailOf(service));
    assert.ok(member !== null);
    await service.store.accounts.setPlan(member.account.id, "pro");
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(person)));
    assert.deepEqual(statusesOf(replies), { 202: 5 });
    const { meters } = (await person.send("GET", "/billing/me")).body;
    assert.deepEqual(
      meters.map(({ name, used, limit }: { name: string; used: number; limit: number | null }) => [name, used, limit]),
      usedMeters({ optimization_runs: 5 }, "pro").map((
        { name, used, limit },
      ) => [name, used, name === "optimization_runs" ? null : limit]),
    );
  }));

Deno.test("a run beyond the plan's storage is refused with 409 and not counted, until another run is deleted", () =>
  withLimits({ free: { storage_bytes: 3_000 } }, async (service) => {
    const person = await verifiedBrowser(service);
    const first = await submit(person);
    const { used } = await storageOf(person);
    assert.ok(used > 0 && used <= 3_000, `${used} bytes`);
    const replies = await Promise.all(Array.from({ length: 20 }, () => submit(person)));
    const room = Math.floor(3_000 / used) - 1;
    assert.deepEqual(statusesOf(replies), { 202: room, 409: 20 - room });
    const refused = replies.find(({ status }) => status === 409);
    assert.equal(refused?.body.code, "limit_reached");
    assert.match(refused?.body.detail, /of 3000 are in use; delete runs or uploads first/);
    assert.deepEqual(await storageOf(person), { used: used * (1 + room), limit: 3_000 });
    assert.equal((await optimizations(person)).used, 1 + room);
    const runPath = `/jobs/${first.body.run_id}`;
    await person.send("POST", `${runPath}/cancel`);
    assert.equal((await person.send("DELETE", runPath)).status, 204);
    assert.deepEqual(await storageOf(person), { used: used * room, limit: 3_000 });
    assert.equal((await submit(person)).status, 202);
  }));

/** Runs a test on a service without workers whose plan limits come from a `PLAN_LIMITS_FILE`. */
async function withLimits(
  limits: Readonly<Record<string, Readonly<Record<string, number | null>>>>,
  test: (service: RunningService) => Promise<void>,
  clock = { aheadMs: 0 },
): Promise<void> {
  await using folder = await temporaryFolder({ "limits.json": JSON.stringify(limits) });
  const environment = { WORKERS: "0", PLAN_LIMITS_FILE: `${folder.path}/limits.json` };
  await using service = await runService({ environment, clock });
  await test(service);
}

function submit(person: Browser, idempotencyKey?: string): Promise<Reply> {
  const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  return person.send("POST", "/jobs", { body: RUN, headers });
}

function statusesOf(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function optimizations(person: Browser): Promise<{ used: number; limit: number | null }> {
  const [{ used, limit }] = (await person.send("GET", "/billing/me")).body.meters;
  return { used, limit };
}

async function storageOf(person: Browser): Promise<{ used: number; limit: number | null }> {
  return (await person.send("GET", "/billing/me")).body.storage_bytes;
}

/** Test helper. Returns the email address of the only account. */
async function emailOf({ store }: RunningService): Promise<string> {
  for await (const { user } of store.accounts.all()) return user.email;
  throw new Error("There is no account");
}
