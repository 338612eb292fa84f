import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { DAY_MS } from "../domain/instant.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import type { Lease } from "./lease.ts";

type Store = TemporaryStore["store"];

const FAILED = { code: "methods_failed", detail: "" } as const;
const ASSETS = ["A", "B", "C", "D", "E", "F"];
const METHODS = ["equal_weight", "min_volatility", "max_sharpe"];

Deno.test("whatever operations change jobs, the dashboard that is kept is the one that is computed in full", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account: { id } } = await accountWithCredentials(store);
    await store.accounts.setPlan(id, "enterprise");
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 60 }), async (operations) => {
        for (const chosen of operations) await act(context, id, chosen);
        const kept = await store.dashboards.get(id);
        const computed = await store.dashboards.refresh(id);
        assert.deepEqual(kept, computed);
        assert.deepEqual(await store.dashboards.get(id), computed);
      }),
      { numRuns: 25 },
    );
  }));

const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const ratio = fc.option(fc.integer({ min: -3, max: 3 }).map((halves) => halves / 2));

const figures: fc.Arbitrary<RunFigures> = fc.record({
  methods: fc.uniqueArray(
    fc.record({
      method: fc.constantFrom(...METHODS),
      key: fc.constantFrom("a", "b", "c"),
      isFormula: fc.boolean(),
      metrics: fc.record({
        sharpe_ratio: ratio,
        sortino_ratio: ratio,
        calmar_ratio: ratio,
        annual_return: ratio,
        annual_volatility: ratio,
        max_drawdown: ratio,
        conditional_value_at_risk: ratio,
      }),
      largest: fc.record({ asset: fc.constantFrom(...ASSETS), weight: share }),
      effectiveAssets: fc.integer({ min: 0, max: 6 }),
    }),
    { selector: ({ key }) => key, minLength: 1 },
  ),
  assets: fc.uniqueArray(fc.tuple(fc.constantFrom(...ASSETS), share, fc.nat(2)), {
    selector: ([asset]) => asset,
    minLength: 1,
  }),
  lastDay: fc.option(fc.constantFrom("2026-01-30", "2026-04-19", "2026-05-01")),
  walkForward: fc.array(
    fc.record({ method: fc.constantFrom(...METHODS), key: fc.constantFrom("a", "b"), sharpeRatio: ratio }),
    { maxLength: 3 },
  ),
});

const place = fc.nat(30);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("accept" as const),
      market: fc.constantFrom("IN" as const, "US" as const, "CUSTOM" as const),
      mode: fc.constantFrom("construct" as const, "rebalance" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("succeed" as const), figures }) },
  fc.record({ what: fc.constantFrom("fail" as const, "give back" as const, "claim" as const, "look" as const) }),
  fc.record({
    what: fc.constantFrom("cancel" as const, "delete" as const, "rename" as const, "simulate" as const),
    place,
  }),
  fc.record({ what: fc.constant("dismiss" as const), place }),
  fc.record({ what: fc.constant("wait" as const), days: fc.nat(20) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/** What cannot be done now is refused, which changes nothing. */
async function act({ store, clock }: TemporaryStore, id: AccountId, chosen: Operation): Promise<void> {
  switch (chosen.what) {
    case "accept":
      return void await submittedJob(store, id, { market: chosen.market, mode: chosen.mode });
    case "succeed": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await succeed(store, lease, chosen.figures);
      return;
    }
    case "fail": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await store.jobQueue.fail(lease, FAILED);
      return;
    }
    case "give back": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await store.jobQueue.giveBack(lease);
      return;
    }
    case "claim":
      return void await store.jobQueue.claim(null);
    case "look":
      return void await store.dashboards.get(id);
    case "wait":
      clock.nowMs += chosen.days * DAY_MS;
      return;
    case "dismiss": {
      const { insights } = await store.dashboards.get(id);
      if (insights.length > 0) await store.dashboards.dismiss(id, insights[chosen.place % insights.length].id);
      return;
    }
    default: {
      const runs = await runsOf(store, id);
      if (runs.length > 0) await changeRun(store, id, { what: chosen.what, runId: runs[chosen.place % runs.length] });
    }
  }
}

async function changeRun(
  { jobs }: Store,
  id: AccountId,
  { what, runId }: { readonly what: "cancel" | "delete" | "rename" | "simulate"; readonly runId: JobId },
): Promise<void> {
  const changed = {
    cancel: () => jobs.cancel(id, runId),
    delete: () => jobs.delete(id, runId),
    rename: () => jobs.rename(id, runId, "Renamed"),
    simulate: () => submittedJob({ jobs }, id, { kind: "monte_carlo", parentRunId: runId }),
  };
  await changed[what]().catch((error: unknown) => assert.match(String(error), /Cannot/));
}

async function runsOf({ jobs }: Store, id: AccountId): Promise<readonly JobId[]> {
  const { items } = await jobs.listHistory(id, "optimization", {}, { limit: 100, cursor: null });
  return items.map(({ id }) => id);
}

async function succeed({ jobQueue, artifacts }: Store, lease: Lease, figures: RunFigures): Promise<void> {
  await jobQueue.beginUpload(lease);
  const content = new Uint8Array(100 + lease.jobId.length);
  const set = await artifacts.write(lease.accountId, lease.jobId, [{ name: "r", mediaType: "text/csv", content }]);
  await jobQueue.succeed(lease, set, { figures: lease.jobId.startsWith("run_") ? figures : null });
}
