import assert from "node:assert/strict";
import { read, utils } from "@e965/xlsx";
import type { Doubt } from "../../src/domain/doubt.ts";
import { DOUBT_KINDS } from "../../src/doubts/mod.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import type { RunningService } from "../support/running_service.ts";
import { ended, succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { textOfPdf } from "../support/text_of_pdf.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** Run whose limit of 60 can only mean 60 %, and whose holdings of 40 and 60 can only be percent. */
const DOUBTFUL = {
  ...pricesBody(2, 40),
  constraints: { weight_bounds: { max: 60 } },
  starting_portfolio: { ASSET0: 40, ASSET1: 60 },
};

Deno.test(
  testInTurn(
    "a doubtful run shows the same doubts in its result, spreadsheet, report, terminal, comparison and insight",
    async () => {
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
      for (const { code, detail } of doubts) {
        assert.ok(text.includes(code) && text.includes(JSON.stringify(detail)), code);
      }

      assertTold(await textOfReport(service, person, { run, kind: "full" }), doubts);
      const local = await runOptimize(["--request", "-"], JSON.stringify(DOUBTFUL));
      assertTold(local.stdout, doubts);

      const other = await succeeded(person, pricesBody(2, 40));
      const saved = await person.send("POST", "/analytics/comparisons", {
        body: { name: "Two", run_ids: [run, other] },
      });
      const { body: surface } = await person.send("GET", `/analytics/comparisons/${saved.body.comparison_id}/surface`);
      assert.deepEqual(surface.items[0].doubts, doubts);

      const { body: dashboard } = await person.send("GET", "/analytics/dashboard");
      const insight = dashboard.insights.find(({ kind }: { kind: string }) => kind === "doubtful_data");
      assert.equal(insight?.title, doubts[0].detail);
      assert.equal(insight?.detail.code, "weights_in_percent");
    },
  ),
);

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

/** Requests of jobs of a run with a number that is doubtful, its place, and the path of the job's own. */
const JOBS_OF_RUN = [
  {
    path: "backtest",
    own: "backtests",
    id: "backtest_run_id",
    body: { train_window: 20, cost_bps: 0.001 },
    at: "/cost_bps",
  },
  { path: "monte_carlo", own: "mc", id: "mc_run_id", body: { paths: 100, inflation: 4 }, at: "/inflation" },
] as const;

Deno.test("a backtest and a simulation of a run tell the doubts about their own numbers and about the data of the run", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, DOUBTFUL);
  const { body: { data } } = await person.send("GET", `/jobs/${run}/result`);
  const ofRun: readonly string[] = data.doubts.map(({ detail }: Doubt) => detail);
  for (const { path, own, id, body, at } of JOBS_OF_RUN) {
    const accepted = await person.send("POST", `/runs/${run}/${path}`, { body });
    assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
    assert.equal((await ended(person, accepted.body[id])).status, "succeeded");
    const { body: job } = await person.send("GET", `/${own}/${accepted.body[id]}`);
    const doubts: readonly Doubt[] = job.summary.doubts;
    const [about, ...more] = doubts.filter(({ detail }) => !ofRun.includes(detail));
    assert.deepEqual([about?.evidence.pointer, more], [at, []], JSON.stringify(doubts));
    assert.ok(about?.detail.includes(`at ${at}`), about?.detail);
    assert.deepEqual(ofRun.filter((detail) => !doubts.some((doubt) => doubt.detail === detail)), []);
    if (path === "backtest") await assertInFiles(service, job.report_links, doubts);
  }
});

/** Asserts that the section, the spreadsheet and the report of a backtest hold its doubts. */
async function assertInFiles(
  service: RunningService,
  links: readonly { readonly kind: string; readonly url: string }[],
  doubts: readonly Doubt[],
): Promise<void> {
  const fileOf = async (kind: string): Promise<Response> => {
    const { pathname, search } = new URL(links.find((link) => link.kind === kind)?.url ?? "", service.url);
    return await service.fetch(pathname + search);
  };
  assert.deepEqual((await (await fileOf("section")).json()).doubts, doubts);
  const sheet = read(await (await fileOf("xlsx")).bytes()).Sheets.Doubts;
  const text = JSON.stringify(utils.sheet_to_json(sheet ?? {}, { header: 1 }));
  for (const { detail } of doubts) assert.ok(text.includes(JSON.stringify(detail)), detail);
  assertTold(await textOfPdf(await (await fileOf("pdf")).bytes()), doubts);
}

/** Asks for a report of a run, waits for it and returns its text. */
async function textOfReport(
  service: RunningService,
  person: Browser,
  { run, kind }: { readonly run: string; readonly kind: "full" | "backtest" },
): Promise<string> {
  await person.send("POST", `/jobs/${run}/report/pdf`, { body: { kind } });
  const report = async () => (await person.send("GET", `/jobs/${run}/report/status?kind=${kind}`)).body;
  await until(async () => (await report()).status === "ready", "the report");
  const pdf = await service.fetch(new URL((await report()).url).pathname);
  return await textOfPdf(await pdf.bytes());
}

/**
 * Asserts that a text has the sentence of every doubt. Lines may break within it, and a note may begin in lower case.
 */
function assertTold(text: string, doubts: readonly Doubt[]): void {
  const plain = (words: string): string => words.replaceAll(/\s+/g, "").toLowerCase();
  for (const { detail } of doubts) assert.ok(plain(text).includes(plain(detail)), detail);
}

Deno.test("the report of the backtest within a run shows the doubts of the run", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, { ...DOUBTFUL, rolling_backtest: { train_window: 20, cost_bps: 0.001 } });
  const { body: { data } } = await person.send("GET", `/jobs/${run}/result`);
  assert.ok(data.doubts.some(({ evidence }: Doubt) => evidence.pointer === "/rolling_backtest/cost_bps"));
  assertTold(await textOfReport(service, person, { run, kind: "backtest" }), data.doubts);
});

Deno.test('with "doubts": "refuse" a backtest and a simulation are 422 for what can hardly be meant, and others are accepted', async () => {
  const person = await verifiedBrowser(await sharedService());
  const [honest, doubtful] = [await succeeded(person, pricesBody(2, 40)), await succeeded(person, DOUBTFUL)];
  for (const { path, at, body } of JOBS_OF_RUN) {
    const answer = async (run: string, fields: unknown) => {
      const { status, body } = await person.send("POST", `/runs/${run}/${path}`, { body: fields });
      return [status, ...(body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
    };
    const { [at.slice(1)]: _doubtful, ...fair } = body as Readonly<Record<string, number>>;
    assert.deepEqual(await answer(honest, { ...fair, doubts: "refuse" }), [202]);
    assert.deepEqual(await answer(doubtful, { ...fair, doubts: "refuse" }), [422, "/doubts"]);
    assert.deepEqual(await answer(doubtful, { ...fair, doubts: "tell" }), [202]);
    assert.deepEqual(await answer(honest, { ...fair, doubts: "perhaps" }), [422, "/doubts"]);
  }
  const benchmark = { weights: { ASSET0: 60, ASSET1: 40 } };
  const { status, body } = await person.send("POST", `/runs/${honest}/backtest`, {
    body: { train_window: 20, benchmark, doubts: "refuse" },
  });
  assert.deepEqual([status, body.errors?.[0].pointer], [422, "/benchmark/weights"]);
});

Deno.test("the catalogue lists every kind of doubt with its severity and meaning", async () => {
  const service = await sharedService();
  const catalogue = await (await service.fetch("/methods/requirements")).json();
  assert.deepEqual(catalogue.doubts, [...DOUBT_KINDS].map(({ id, severity, meaning }) => ({ id, severity, meaning })));
});
