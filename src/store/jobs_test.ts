import assert from "node:assert/strict";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import type { Job, JobFilter } from "../domain/job.ts";
import type { JobDraft } from "./jobs.ts";
import { keys } from "./keys.ts";

const DRAFT: JobDraft = {
  kind: "optimization",
  name: "Core equity",
  market: "IN",
  currency: "INR",
  mode: "construct",
  methods: ["min_volatility"],
  constraintFamilies: ["weight_bounds"],
  parentRunId: null,
};
const FIRST_PAGE = { limit: 100, cursor: null };

Deno.test("an account without jobs has empty lists", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const empty = { items: [], nextCursor: null };
    assert.deepEqual(await store.jobs.history(account.id, "optimization", {}, FIRST_PAGE), empty);
    assert.deepEqual(await store.jobs.active(account.id, FIRST_PAGE), empty);
  }));

Deno.test("a submitted job is queued and stands in the lists of its account alone", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    const job = await store.jobs.submit(account.id, DRAFT);
    assert.match(job.id, /^run_/);
    assert.equal(job.status, "queued");
    assert.equal(job.createdAt, clock.nowMs);
    assert.deepEqual(await store.jobs.get(account.id, job.id), job);
    assert.deepEqual((await store.jobs.active(account.id, FIRST_PAGE)).items, [job]);
    await assert.rejects(store.jobs.get(bob.account.id, job.id), { code: "not_found" });
    assert.deepEqual((await store.jobs.active(bob.account.id, FIRST_PAGE)).items, []);
    for (
      const id of ["run_01K0000000000000000000000A", "nonsense", "", `${job.id}x`, "usr_01K0000000000000000000000A"]
    ) {
      await assert.rejects(store.jobs.get(account.id, id), { code: "not_found" });
    }
  }));

Deno.test("the active list holds the three kinds in one order of time, and no job that has finished", () =>
  withStore(async ({ store, kv }) => {
    const { account } = await accountWithCredentials(store);
    const run = await store.jobs.submit(account.id, DRAFT);
    const simulation = await store.jobs.submit(account.id, { ...DRAFT, kind: "monte_carlo", parentRunId: run.id });
    const backtest = await store.jobs.submit(account.id, { ...DRAFT, kind: "backtest", parentRunId: run.id });
    const later = await store.jobs.submit(account.id, DRAFT);
    const { items } = await store.jobs.active(account.id, FIRST_PAGE);
    assert.deepEqual(items.map(({ id }) => id), [later.id, backtest.id, simulation.id, run.id]);
    await kv.set(keys.job(account.id, "optimization", later.id), { ...later, status: "succeeded" } satisfies Job);
    assert.deepEqual((await store.jobs.active(account.id, FIRST_PAGE)).items.map(({ id }) => id), [
      backtest.id,
      simulation.id,
      run.id,
    ]);
    const page = await store.jobs.active(account.id, { limit: 2, cursor: null });
    const rest = await store.jobs.active(account.id, { limit: 2, cursor: page.nextCursor });
    assert.deepEqual([...page.items, ...rest.items].map(({ id }) => id), [backtest.id, simulation.id, run.id]);
  }));

Deno.test("each filter of the history lets through what it names", () =>
  withStore(async ({ store, kv }) => {
    const { account } = await accountWithCredentials(store);
    const first = await store.jobs.submit(account.id, DRAFT);
    const second = await store.jobs.submit(account.id, {
      ...DRAFT,
      name: null,
      market: "US",
      currency: "USD",
      mode: "rebalance",
      constraintFamilies: [],
    });
    await store.jobs.submit(account.id, { ...DRAFT, kind: "backtest" });
    const tagged: Job = { ...first, status: "succeeded", tags: ["income"] };
    await kv.set(keys.job(account.id, "optimization", first.id), tagged);
    const ids = async (filter: JobFilter) =>
      (await store.jobs.history(account.id, "optimization", filter, FIRST_PAGE)).items.map(({ id }) => id);
    assert.deepEqual(await ids({}), [second.id, first.id]);
    for (
      const filter of [
        { search: "CORE" },
        { status: "succeeded" },
        { tag: "income" },
        { market: "IN" },
        { mode: "construct" },
        { constraints: "weight_bounds" },
      ] satisfies JobFilter[]
    ) assert.deepEqual(await ids(filter), [first.id], JSON.stringify(filter));
    assert.deepEqual(await ids({ constraints: "none" }), [second.id]);
    assert.deepEqual(await ids({ market: "IN", status: "queued" }), []);
  }));

Deno.test("a filtered page looks through 1,000 jobs at most and says where to go on", () =>
  withStore(async ({ store, kv }) => {
    const { account } = await accountWithCredentials(store);
    const job = await store.jobs.submit(account.id, DRAFT);
    const ids = Array.from({ length: 2_100 }, (_, index) => `run_01J${String(index).padStart(23, "0")}`);
    for (let first = 0; first < ids.length; first += 300) {
      const batch = kv.atomic();
      for (const id of ids.slice(first, first + 300)) {
        const market = id === ids[0] ? "US" : "IN";
        batch.set(keys.job(account.id, "optimization", id), { ...job, id, market } satisfies Job);
      }
      await batch.commit();
    }
    const found: string[] = [];
    let [pages, cursor]: [number, string | null] = [0, null];
    do {
      const page = await store.jobs.history(account.id, "optimization", { market: "US" }, { limit: 5, cursor });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      pages++;
    } while (cursor !== null);
    assert.deepEqual(found, [ids[0]]);
    assert.equal(pages, 3);
  }));
