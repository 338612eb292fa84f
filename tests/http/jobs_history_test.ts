import assert from "node:assert/strict";
import { jobIdOf } from "../../src/domain/identifier.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { accountIdOf, keepBusy, submitted, succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { testInTurn } from "../support/tier.ts";

const RUN = pricesBody(3, 40);

Deno.test(
  testInTurn(
    "pages of the history have each run once, newest first, while new runs arrive and old ones change",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const runIds: string[] = [];
      for (let run = 0; run < 7; run++) runIds.unshift(await submitted(person, RUN));
      assert.deepEqual(await allIds(person), runIds);
      for (const query of ["", "status=queued&", "mode=construct&"]) {
        const seen: string[] = [];
        let cursor = "";
        while (seen.length < runIds.length) {
          const { body } = await person.send("GET", `/jobs/history?${query}limit=2${cursor}`);
          seen.push(...body.items.map(({ run_id }: { run_id: string }) => run_id));
          cursor = `&cursor=${body.next_cursor}`;
          await submitted(person, RUN);
          await person.send("PATCH", `/jobs/${seen[0]}`, { body: { name: `Renamed at ${seen.length}` } });
        }
        const all = await allIds(person);
        const start = all.indexOf(seen[0]);
        assert.deepEqual(seen, all.slice(start, start + seen.length));
      }
    },
  ),
);

Deno.test("the history of an account without runs is empty, and its limit must be from 1 to 100", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  assert.deepEqual((await person.send("GET", "/jobs/history")).body, { items: [], next_cursor: null });
  for (const limit of ["0", "101", "-1", "1.5", "x", ""]) {
    const { status, body } = await person.send("GET", `/jobs/history?limit=${limit}`);
    assert.deepEqual([status, body.errors[0].pointer], [422, "/query/limit"]);
  }
  for (const limit of ["1", "100"]) {
    assert.equal((await person.send("GET", `/jobs/history?limit=${limit}`)).status, 200);
  }
});

Deno.test(
  testInTurn(
    "each filter of the history selects the matching runs, alone and combined, and unknown values are refused",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const stocks = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }];
      const own = await submitted(person, { ...RUN, name: "Own prices" });
      const core = await submitted(person, {
        name: "Core EQUITY",
        stocks,
        methods: ["min_volatility"],
        constraints: { weight_bounds: { max: 0.9 } },
      });
      const moved = await submitted(person, {
        name: "equity, moved",
        stocks,
        methods: [{ method: "min_volatility", constraints: { turnover: { max: 0.3 } } }],
        starting_portfolio: { "NSE:EXLOTUS": 1 },
      });
      await person.send("POST", `/jobs/${own}/cancel`);
      await service.store.jobs.addTag(await accountIdOf(service, person), jobIdOf(core), "Growth");
      const expected: Readonly<Record<string, readonly string[]>> = {
        "search=EQUITY": [moved, core],
        "search=own": [own],
        "status=queued": [moved, core],
        "status=cancelled": [own],
        "status=succeeded": [],
        "tag=growth": [core],
        "tag=GROWTH": [core],
        "market=IN": [moved, core],
        "market=CUSTOM": [own],
        "mode=rebalance": [moved],
        "constraints=weight_bounds": [core],
        "constraints=turnover": [moved],
        "constraints=none": [own],
        "search=equity&mode=construct&market=IN&status=queued&tag=growth&constraints=weight_bounds": [core],
        "search=equity&status=cancelled": [],
      };
      for (const [query, ids] of Object.entries(expected)) {
        const { body } = await person.send("GET", `/jobs/history?${query}`);
        assert.deepEqual(body.items.map(({ run_id }: { run_id: string }) => run_id), ids, query);
      }
      for (const query of ["status=done", "market=UK", "mode=x", "constraints=x", "tag=%2F", "search=", "colour=red"]) {
        const { status, body } = await person.send("GET", `/jobs/history?${query}`);
        assert.deepEqual([status, body.errors[0].pointer], [422, `/query/${query.split("=")[0]}`]);
      }
    },
  ),
);

Deno.test("a cursor of another account, other filters, another list, or one that was changed is 400 invalid_cursor", async () => {
  const service = await sharedService(QUEUED);
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  for (const browser of [person, person, other, other]) await submitted(browser, RUN);
  const { body: { next_cursor: cursor } } = await person.send("GET", "/jobs/history?limit=1&status=queued");
  const [position, mac] = cursor.split(".");
  const swapped = position.slice(0, -1) + (position.endsWith("A") ? "B" : "A");
  const misuses: readonly (readonly [Browser, string])[] = [
    [other, `/jobs/history?limit=1&status=queued&cursor=${cursor}`],
    [person, `/jobs/history?limit=1&cursor=${cursor}`],
    [person, `/jobs/history?limit=1&status=running&cursor=${cursor}`],
    [person, `/jobs/history?limit=1&status=queued&mode=construct&cursor=${cursor}`],
    [person, `/jobs/active?limit=1&cursor=${cursor}`],
    [person, `/jobs/history?limit=1&status=queued&cursor=${swapped}.${mac}`],
    [person, `/jobs/history?limit=1&status=queued&cursor=${position}.${mac.slice(1)}A`],
    [person, `/jobs/history?limit=1&status=queued&cursor=${position}`],
    [person, "/jobs/history?limit=1&status=queued&cursor=1"],
  ];
  for (const [browser, path] of misuses) {
    const { status, body } = await browser.send("GET", path);
    assert.deepEqual([status, body.code], [400, "invalid_cursor"], path);
  }
  const { status, body } = await person.send("GET", `/jobs/history?limit=5&status=queued&cursor=${cursor}`);
  assert.deepEqual([status, body.items.length, body.next_cursor], [200, 1, null]);
});

Deno.test("a cursor of the history continues at its place although the run at that place was deleted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const [oldest, middle] = [await submitted(person, RUN), await submitted(person, RUN)];
  await submitted(person, RUN);
  const { body: { next_cursor: cursor } } = await person.send("GET", "/jobs/history?limit=2");
  await person.send("POST", `/jobs/${middle}/cancel`);
  await person.send("DELETE", `/jobs/${middle}`);
  const { body } = await person.send("GET", `/jobs/history?limit=2&cursor=${cursor}`);
  assert.deepEqual(body.items.map(({ run_id }: { run_id: string }) => run_id), [oldest]);
});

Deno.test("the list of active jobs has runs, simulations and backtests in flight, and the history has only runs", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  await using busyRun = await keepBusy(person);
  const computing = busyRun.id;
  const account = await accountIdOf(service, person);
  const simulation = await submittedJob(service.store, account, { kind: "monte_carlo", parentRunId: jobIdOf(runId) });
  const backtest = await submittedJob(service.store, account, { kind: "backtest", parentRunId: jobIdOf(runId) });
  const { body } = await person.send("GET", "/jobs/active");
  const items: { id: string; run_id: string; kind: string }[] = body.items;
  assert.deepEqual(items.map(({ id, kind }) => [id, kind]), [
    [backtest.id, "backtest"],
    [simulation.id, "monte_carlo"],
    [computing, "optimization"],
  ]);
  for (const { id, run_id } of items) assert.equal(run_id, id);
  assert.deepEqual(await allIds(person), [computing, runId]);
  const stranger = await verifiedBrowser(service);
  assert.deepEqual((await stranger.send("GET", "/jobs/active")).body.items, []);
  assert.deepEqual(await allIds(stranger), []);
});

async function allIds(person: Browser): Promise<readonly string[]> {
  const { body } = await person.send("GET", "/jobs/history?limit=100");
  return body.items.map(({ run_id }: { run_id: string }) => run_id);
}
