import assert from "node:assert/strict";
import { read, utils } from "@e965/xlsx";
import type { Doubt } from "../../src/domain/doubt.ts";
import { DOUBT_KINDS } from "../../src/doubts/mod.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { until } from "../support/until.ts";

/** Run whose limit of 60 can only mean 60 %, and whose holdings of 40 and 60 can only be percent. */
const DOUBTFUL = {
  ...pricesBody(2, 40),
  constraints: { weight_bounds: { max: 60 } },
  starting_portfolio: { ASSET0: 40, ASSET1: 60 },
};

Deno.test("a doubtful run shows the same doubts in its result, spreadsheet, comparison and insight", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, DOUBTFUL);
  const { body: { data } } = await person.send("GET", `/jobs/${run}/result`);
  const doubts: readonly Doubt[] = data.doubts;
  const found = new Map(doubts.map(({ code, severity, evidence }) => [code, [severity, evidence.pointer]]));
  assert.deepEqual(found.get("weights_in_percent"), ["wrong", "/starting_portfolio"]);
  assert.deepEqual(found.get("limit_in_percent"), ["check", "/constraints/weight_bounds/max"]);
  assert.equal(doubts[0].severity, "wrong", "the most severe comes first");

  const { body: { items } } = await person.send("GET", `/jobs/${run}/artifacts`);
  const { url } = items.find(({ name }: { name: string }) => name === "result.xlsx");
  const { pathname, search } = new URL(url, service.url);
  const file = await service.fetch(pathname + search);
  const sheet = read(await file.bytes()).Sheets.Doubts;
  assert.ok(sheet !== undefined, "the spreadsheet has a sheet of doubts");
  const text = JSON.stringify(utils.sheet_to_json(sheet, { header: 1 }));
  for (const { code, detail } of doubts) assert.ok(text.includes(code) && text.includes(JSON.stringify(detail)), code);

  const other = await succeeded(person, pricesBody(2, 40));
  const saved = await person.send("POST", "/analytics/comparisons", { body: { name: "Two", run_ids: [run, other] } });
  const { body: surface } = await person.send("GET", `/analytics/comparisons/${saved.body.comparison_id}/surface`);
  assert.deepEqual(surface.items[0].doubts, doubts);

  const { body: dashboard } = await person.send("GET", "/analytics/dashboard");
  const insight = dashboard.insights.find(({ kind }: { kind: string }) => kind === "doubtful_data");
  assert.equal(insight?.title, doubts[0].detail);
  assert.equal(insight?.detail.code, "weights_in_percent");
});

Deno.test('with "doubts": "refuse" a request with numbers that can hardly be meant is 422 at their place', async () => {
  const person = await verifiedBrowser(await sharedService());
  const { status, body } = await person.send("POST", "/jobs", { body: { ...DOUBTFUL, doubts: "refuse" } });
  assert.equal(status, 422);
  assert.equal(body.code, "validation_failed");
  assert.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer), ["/starting_portfolio"]);
});

Deno.test('with "doubts": "refuse" prices of which one asset leaves too few returns are 422 before a run is made', async () => {
  const person = await verifiedBrowser(await sharedService());
  const dates = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
  const series = {
    A: [10, 11, 10.5, 10.7, 10.2, 10.3, 10.6],
    B: [20, 19, 21, 20, 20.5, 21, 20.7],
    NEW: [null, null, null, null, 5, 5.1, 5.2],
  };
  const request = { prices: { dates, series }, methods: ["equal_weight"], doubts: "refuse" };
  const { status, body } = await person.send("POST", "/jobs", { body: request });
  assert.deepEqual([status, body.errors?.[0].pointer], [422, "/prices"]);
  assert.match(body.errors[0].detail, /^"NEW" starts on 2024-01-05 and leaves 3 of 7 rows/);
});

/** Rules that cannot be met because both limits are meant in percent. */
const INFEASIBLE = { ...pricesBody(2, 40), constraints: { weight_bounds: { min: 5, max: 60 } } };

Deno.test("a refusal for rules that cannot be met says what is doubtful about them", async () => {
  const person = await verifiedBrowser(await sharedService());
  const { status, body } = await person.send("POST", "/jobs", { body: INFEASIBLE });
  assert.deepEqual([status, body.code], [422, "constraints_infeasible"]);
  assert.ok(body.conflict !== undefined);
  const places = body.doubts.map(({ evidence }: Doubt) => evidence.pointer);
  assert.ok(places.includes("/constraints/weight_bounds/min"), JSON.stringify(body.doubts));
  assert.ok(places.includes("/constraints/weight_bounds/max"));
});

Deno.test("a run that fails because no method has an answer says what is doubtful about its numbers", async () => {
  const person = await verifiedBrowser(await sharedService());
  const body = { ...pricesBody(2, 40), methods: [{ method: "efficient_return", target_return: 12 }] };
  const accepted = await person.send("POST", "/jobs", { body });
  const { run_id: run } = accepted.body;
  await until(async () => (await person.send("GET", `/jobs/${run}`)).body.status === "failed", "the failed run");
  const { body: { error } } = await person.send("GET", `/jobs/${run}`);
  const told = error.doubts.map(({ code, evidence }: Doubt) => [code, evidence.pointer]);
  assert.deepEqual(told[0], ["annual_number_in_percent", "/methods/0/target_return"]);
});

Deno.test("a preflight tells what is doubtful about the limits and the prices that it read, feasible or not", async () => {
  const person = await verifiedBrowser(await sharedService());
  const { prices } = pricesBody(2, 40);
  for (const { min, isFeasible } of [{ min: 5, isFeasible: false }, { min: 0.05, isFeasible: true }]) {
    const constraints = { weight_bounds: { min, max: 60 } };
    const { body } = await person.send("POST", "/constraints/preflight", { body: { prices, constraints } });
    assert.equal(body.feasible, isFeasible, JSON.stringify(body));
    const places = body.doubts.map(({ evidence }: Doubt) => evidence.pointer);
    assert.ok(places.includes("/constraints/weight_bounds/max"), JSON.stringify(body.doubts));
  }
});

Deno.test("the catalogue lists every kind of doubt with its severity and meaning", async () => {
  const service = await sharedService();
  const catalogue = await (await service.fetch("/methods/requirements")).json();
  assert.deepEqual(catalogue.doubts, [...DOUBT_KINDS].map(({ id, severity, meaning }) => ({ id, severity, meaning })));
});
