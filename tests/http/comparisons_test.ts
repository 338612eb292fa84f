import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { accountIdOf, keepBusy, submitted, succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";

const ROOT = "/analytics/comparisons";
const METHODS = ["equal_weight", { method: "min_volatility", key: "calm" }];
const ABSENT = "cmp_01K00000000000000000000000";

Deno.test("a comparison is saved, listed, read, changed in part and deleted, and its runs stay", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runs = await threeRuns(person);
  const saved = await save(person, { name: "All", run_ids: runs });
  assert.equal(saved.status, 201);
  const { comparison_id: id, created_at, updated_at, ...rest } = saved.body;
  assert.match(id, /^cmp_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, { name: "All", run_ids: runs });
  assert.deepEqual((await person.send("GET", `${ROOT}/${id}`)).body, saved.body);

  const again = await save(person, { name: "All", run_ids: runs.slice(0, 2) });
  assert.equal(again.status, 201, "names need not differ");
  assert.deepEqual((await person.send("GET", ROOT)).body, { items: [again.body, saved.body], next_cursor: null });

  const renamed = await person.send("PATCH", `${ROOT}/${id}`, { body: { name: "Three" } });
  assert.deepEqual({ ...renamed.body, updated_at }, { ...saved.body, name: "Three" });
  assert.ok(renamed.body.updated_at > updated_at);
  const run_ids = [runs[2], runs[0]];
  const changed = await person.send("PATCH", `${ROOT}/${id}`, { body: { run_ids } });
  assert.deepEqual([changed.status, changed.body.run_ids, changed.body.name], [200, run_ids, "Three"]);
  const shown = (await surface(person, id)).body.items;
  assert.deepEqual(shown.map(({ run_id }: { run_id: string }) => run_id), run_ids);

  assert.equal((await person.send("DELETE", `${ROOT}/${id}`)).status, 204);
  for (const [method, path] of [["GET", ""], ["GET", "/surface"], ["DELETE", ""]]) {
    assert.equal((await person.send(method, `${ROOT}/${id}${path}`)).status, 404);
  }
  for (const run of runs) assert.equal((await person.send("GET", `/jobs/${run}`)).status, 200);
});

Deno.test("valid comparison names are returned as they were sent, and invalid ones are refused at /name", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run_ids = (await threeRuns(person)).slice(0, 2);
  for (const name of ["x", "x".repeat(100), "\u{1F989}".repeat(100), "קטגוריה", "सेक्टर", " a ", "<b>"]) {
    const { status, body } = await save(person, { name, run_ids });
    assert.deepEqual([status, body.name], [201, name]);
  }
  for (const name of ["", " ", "x".repeat(101), "\u{1F989}".repeat(101), "a\nb", "\u202ea", null, 1]) {
    const { status, body } = await save(person, { name, run_ids });
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([status, [...new Set(pointers)]], [422, ["/name"]], String(name));
  }
});

Deno.test("a comparison is refused for an invalid body first, then for runs of other accounts, then for unsuccessful runs", async () => {
  const service = await sharedService();
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const done = await succeeded(ada, { ...pricesBody(3, 60), methods: METHODS });
  const theirs = await succeeded(bob, pricesBody(3, 60));
  await using busyRun = await keepBusy(ada);
  const computing = busyRun.id;
  const cancelled = await submitted(ada, pricesBody(3, 60));
  assert.equal((await ada.send("POST", `/jobs/${cancelled}/cancel`)).status, 202);
  const answers: readonly (readonly [runs: readonly unknown[], status: number, code: string])[] = [
    [[done, done, theirs], 422, "validation_failed"],
    [[done], 422, "validation_failed"],
    [[done, theirs], 404, "not_found"],
    [[cancelled, theirs], 404, "not_found"],
    [[done, "run_01K00000000000000000000000"], 404, "not_found"],
    [[done, cancelled], 409, "run_not_succeeded"],
    [[done, computing], 409, "run_not_succeeded"],
  ];
  for (const [run_ids, status, code] of answers) {
    const refused = await save(ada, { name: "Both", run_ids });
    assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(run_ids));
  }
  assert.deepEqual((await ada.send("GET", ROOT)).body.items, []);
  await ada.send("POST", `/jobs/${computing}/cancel`);
  assert.equal((await ada.send("PATCH", `${ROOT}/${ABSENT}`, { body: { name: "New" } })).status, 404);
});

Deno.test("a comparison surface pages through its runs with metrics, weights and curves from 0 on their common dates", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runs = await threeRuns(person);
  const { body: { comparison_id: id } } = await save(person, { name: "All", run_ids: runs });
  const whole = (await surface(person, id)).body;
  assert.equal(whole.next_cursor, null);

  const pages: Reply["body"][] = [];
  for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1).next_cursor) {
    pages.push((await surface(person, id, `page_size=1${cursor && `&cursor=${cursor}`}`)).body);
  }
  assert.deepEqual(pages.map(({ items }) => items.length), [1, 1, 1]);
  assert.deepEqual(pages.flatMap(({ items }) => items), whole.items);

  // A comparison covers the longest common dates: the second run has the first 60 of 80 days, the third every other
  // day.
  const result = (await person.send("GET", `/jobs/${runs[0]}/result`)).body;
  const [first, , third] = whole.items;
  const { dates, cumulative_return, drawdown } = first.methods[0].curve;
  assert.deepEqual(dates, result.curves.dates.filter((_: string, i: number) => i % 2 === 1 && i < 59));
  assert.deepEqual(third.methods[0].curve.dates, dates);
  const own = result.curves.methods.equal_weight.cumulative_return;
  const at = (date: string): number => 1 + own[result.curves.dates.indexOf(date)];
  const expected = dates.map((date: string) => at(date) / at(dates[0]) - 1);
  assert.deepEqual(cumulative_return, expected);
  assert.deepEqual([cumulative_return[0], drawdown[0]], [0, 0]);
  const { method, key, metrics, weights, group_weights } = first.methods[1];
  assert.deepEqual([method, key, group_weights], ["min_volatility", "calm", null]);
  assert.deepEqual([metrics, weights], [result.methods[1].metrics, result.methods[1].weights]);

  const picked = (await surface(person, id, "curve_methods=calm,hrp")).body.items[0].methods;
  assert.deepEqual(picked.map(({ curve }: { curve: unknown }) => curve !== null), [false, true]);
});

Deno.test("in a comparison, a run on moments has no curve, and the other runs keep their common dates", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const moments = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.0004, 0], [0, 0.0009]] };
  const bare = await succeeded(person, { moments, methods: ["min_volatility"] });
  const run_ids = [bare, ...(await threeRuns(person)).slice(0, 2)];
  const { body: { comparison_id: id } } = await save(person, { name: "All", run_ids });
  const [{ methods: [{ curve, weights }] }, ...others] = (await surface(person, id)).body.items;
  assert.equal(curve, null);
  assert.ok(weights.A > weights.B);
  assert.deepEqual(others.map(({ methods }: Reply["body"]) => methods[0].curve.dates.length), [59, 59]);
});

Deno.test("a deleted run keeps its place in a comparison, and the curves of the other runs do not change", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runs = await threeRuns(person);
  const { body: { comparison_id: id } } = await save(person, { name: "All", run_ids: runs });
  const before = (await surface(person, id)).body.items;
  assert.equal((await person.send("DELETE", `/jobs/${runs[1]}`)).status, 204);
  const gone = { run_id: runs[1], name: null, deleted: true, doubts: [], methods: [] };
  assert.deepEqual((await surface(person, id)).body.items, [before[0], gone, before[2]]);
  assert.equal((await person.send("PATCH", `${ROOT}/${id}`, { body: { run_ids: runs } })).status, 404);
});

Deno.test("a comparison sums weights by the groups of a saved map, for the map's owner on a plan that includes this", async () => {
  const service = await sharedService();
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const runs = await threeRuns(ada);
  const { body: { comparison_id: id } } = await save(ada, { name: "All", run_ids: runs });
  const map = { ASSET0: "Food", ASSET1: "Steel", ELSEWHERE: "Oil" };
  const mapOf = async (person: Browser): Promise<string> =>
    (await person.send("POST", "/classification-maps", { body: { name: "Sectors", map } })).body.map_id;
  const [own, theirs] = [await mapOf(ada), await mapOf(bob)];
  for (const { methods } of (await surface(ada, id, `groups=${own}`)).body.items) {
    for (const { weights, group_weights } of methods) {
      const { ASSET0: Food, ASSET1: Steel, ASSET2 } = weights;
      assert.deepEqual(group_weights, { Food, Steel, "(none)": ASSET2 });
    }
  }
  const refused = async (groups: string): Promise<readonly unknown[]> => {
    const { status, body } = await surface(ada, id, `groups=${groups}`);
    return [status, body.code, body.errors?.[0].pointer];
  };
  for (const groups of [theirs, "map_01K00000000000000000000000", "sectors", ""]) {
    assert.deepEqual(await refused(groups), [422, "validation_failed", "/query/groups"], groups);
  }
  await service.store.accounts.setPlan(await accountIdOf(service, ada), "pro");
  assert.deepEqual(await refused(own), [422, "validation_failed", "/query/groups"]);
});

Deno.test("a cursor of a comparison surface is valid only for its comparison, account, runs and query", async () => {
  const service = await sharedService();
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const runs = await threeRuns(ada);
  const [one, two] = await Promise.all(["One", "Two"].map((name) => save(ada, { name, run_ids: runs })));
  const { comparison_id: id } = one.body;
  const { next_cursor: cursor } = (await surface(ada, id, "page_size=1&curve_methods=calm")).body;
  const codeOf = async (person: Browser, comparison: string, query: string): Promise<unknown> =>
    (await surface(person, comparison, `cursor=${cursor}${query}`)).body.code;
  assert.equal(await codeOf(ada, id, "&curve_methods=calm&page_size=2"), undefined);
  assert.equal(await codeOf(ada, two.body.comparison_id, "&curve_methods=calm"), "invalid_cursor");
  assert.equal(await codeOf(ada, id, ""), "invalid_cursor");
  assert.equal(await codeOf(bob, id, "&curve_methods=calm"), "not_found");
  await ada.send("PATCH", `${ROOT}/${id}`, { body: { run_ids: runs.slice(1) } });
  assert.equal(await codeOf(ada, id, "&curve_methods=calm"), "invalid_cursor");
});

/** Test helper. Creates three runs: on 80 days, on the first 60 of them, and on every other day. */
async function threeRuns(person: Browser): Promise<readonly string[]> {
  const { prices: { dates, series } } = PRICES;
  const of = (keeps: (place: number) => boolean): unknown => ({
    prices: {
      dates: dates.filter((_, i) => keeps(i)),
      series: Object.fromEntries(Object.entries(series).map(([asset, all]) => [asset, all.filter((_, i) => keeps(i))])),
    },
    methods: METHODS,
  });
  const bodies = [of(() => true), of((place) => place < 60), of((place) => place % 2 === 0)];
  return await Promise.all(bodies.map((body) => succeeded(person, body)));
}

const PRICES = pricesBody(3, 80) as unknown as { prices: { dates: string[]; series: Record<string, number[]> } };

function save(person: Browser, body: unknown): Promise<Reply> {
  return person.send("POST", ROOT, { body });
}

function surface(person: Browser, id: string, query = ""): Promise<Reply> {
  return person.send("GET", `${ROOT}/${id}/surface?${query}`);
}
