import assert from "node:assert/strict";
import { SECTION_NAMES, SECTIONS } from "../../src/connector/result_sections.ts";
import { type ConnectedAssistant, connectedAssistant, textOf } from "../support/connected_assistant.ts";
import { figuresInText, figuresOfJson } from "../support/figures_in_text.ts";
import { sharedService } from "../support/shared_service.ts";
import { fullTest } from "../support/tier.ts";

const RUN = {
  assets: ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER", "NSE:EXHORNBILL", "NSE:EXJASMINE"],
  methods: ["min_volatility", "min_cvar"],
  constraints: { weight_bounds: { max: 0.4 } },
  start_date: "2023-01-02",
  end_date: "2024-12-31",
  allocation: { capital: 1_000_000 },
  efficient_frontier: { points: 5 },
  rolling_backtest: {},
};
/** Own prices of so many assets that a table of them has more than one page. */
const MANY = 90, DAYS = 60;
/** Characters of JSON that one token of a model stands for on average, to the careful side. */
const CHARACTERS_OF_TOKEN = 3.5;
const MOST_TOKENS = 25_000;
// deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
type Body = any;
type Cell = string | number | null;
type Source = Readonly<Record<string, unknown>>;

interface Told {
  readonly text: string;
  readonly data: Body;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Calls a tool, which must answer within the bound on tokens, and returns its text, data and table. */
async function told({ client }: Pick<ConnectedAssistant, "client">, name: string, given: Source): Promise<Told> {
  const result = await client.callTool({ name, arguments: given });
  const text = textOf(result);
  assert.notEqual(result.isError, true, text);
  const data: Body = result.structuredContent;
  const tokens = (text.length + JSON.stringify(data).length) / CHARACTERS_OF_TOKEN;
  assert.ok(tokens < MOST_TOKENS, `${name}: ${tokens} tokens`);
  return { text, data, columns: data.table?.columns ?? [], rows: data.table?.rows ?? [] };
}

/** Submits by a tool and waits for the job, which must succeed. Returns its id. */
async function finished(assistant: ConnectedAssistant, name: string, given: Source): Promise<string> {
  let { data, text } = await told(assistant, name, given);
  while (data.status === "queued" || data.status === "running") {
    ({ data, text } = await told(assistant, "get_run", { run_id: data.run_id, wait_seconds: 20 }));
  }
  assert.equal(data.status, "succeeded", text);
  return data.run_id;
}

async function bodyOf({ person }: ConnectedAssistant, path: string): Promise<Body> {
  const { status, body } = await person.send("GET", path);
  assert.equal(status, 200, path);
  return body;
}

/** Returns the rows of a table as records by the names of its columns. */
function records({ columns, rows }: Told): readonly Readonly<Record<string, Cell>>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? null])));
}

/** Fails unless every number of a table, and every figure of its text, is in the answers of the API. */
function assertFrom(answers: unknown, { rows, text }: Told, what: string): void {
  const given = figuresOfJson(answers);
  const exact = new Set(given), shown = new Set(given.map((figure) => Number(figure.toPrecision(6))));
  for (const figure of rows.flat()) {
    assert.ok(typeof figure !== "number" || exact.has(figure), `${what}: ${figure} in the table`);
  }
  for (const figure of figuresInText(text)) {
    assert.ok(exact.has(figure) || shown.has(figure), `${what}: ${figure} in\n${text}`);
  }
}

Deno.test(
  fullTest("every section of a run, a backtest, a simulation and a comparison has the figures of the API", {
    heldBy: "the pages of a large table are all rows of it, once each, with the figures of the API",
  }, async () => {
    const service = await sharedService();
    await using assistant = await connectedAssistant(service);
    const run_id = await finished(assistant, "submit_run", RUN);
    const result = await bodyOf(assistant, `/jobs/${run_id}/result`);
    const within = await bodyOf(assistant, `/jobs/${run_id}/rolling_backtest`);
    const proven = result.methods.filter(({ certificate }: Body) => certificate.proven_optimal);
    const counted = [result.methods.length, proven.length, result.data.doubts.length];
    const read = new Map<string, Told>();
    for (const section of SECTION_NAMES) {
      const answer = await told(assistant, "get_result", { run_id, section });
      assertFrom([result, within, counted], answer, section);
      read.set(section, answer);
    }
    const section = (name: string): Told => read.get(name) ?? assert.fail(name);
    const [first, second] = result.methods;

    assert.deepEqual(records(section("summary")).map(({ method, value }) => [method, value]), [
      ["min_volatility", first.objective.value],
      ["min_cvar", second.objective.value],
    ]);
    for (const { asset, min_volatility, min_cvar } of records(section("weights"))) {
      assert.deepEqual([min_volatility, min_cvar], [first.weights[String(asset)], second.weights[String(asset)]]);
    }
    const held = Object.keys(first.weights).filter((asset) =>
      first.weights[asset] !== 0 || second.weights[asset] !== 0
    );
    assert.deepEqual(section("weights").rows.map(([asset]) => asset).sort(), held.sort());
    const { metrics } = first;
    for (const { metric, min_volatility } of records(section("metrics"))) {
      assert.equal(min_volatility, metrics[String(metric)] ?? null, String(metric));
    }
    assert.equal(section("metrics").rows.length, Object.keys({ ...metrics, ...second.metrics }).length);
    const rules = result.methods.flatMap(({ key, constraint_report: report }: Body) =>
      (report ?? []).map(({ family, value, slack, shadow_price }: Body) => [key, family, value, slack, shadow_price])
    );
    assert.ok(rules.length > 0);
    assert.deepEqual(
      records(section("rules")).map((row) => [row.method, row.family, row.value, row.slack, row.shadow_price]),
      rules,
    );
    for (const { method, asset, shares } of records(section("allocation"))) {
      const { allocation } = result.methods.find(({ key }: Body) => key === method);
      assert.equal(shares, { ...allocation.shares, ...allocation }[String(asset)], `${method} ${asset}`);
    }
    assert.deepEqual(section("allocation").rows.filter(([, asset]) => asset === "cash").length, 2);
    for (const { asset, annual_return, max_drawdown } of records(section("assets"))) {
      const expected = result.assets[String(asset)];
      assert.deepEqual([annual_return, max_drawdown], [expected.annual_return, expected.max_drawdown]);
    }
    const points = result.efficient_frontier.points.map((point: Body) => [point.return, point.volatility]);
    assert.deepEqual(records(section("frontier")).map((row) => [row.return, row.volatility]), points);
    assert.deepEqual(records(section("doubts")).map(({ severity }) => severity), severitiesOf(result));
    assertMetrics(section("backtest"), within);

    const backtest = await finished(assistant, "submit_backtest", { run_id });
    const ownBacktest = await bodyOf(assistant, `/backtests/${backtest}`);
    const shownBacktest = await told(assistant, "get_result", { run_id: backtest });
    assertFrom(ownBacktest, shownBacktest, "a backtest of its own");
    assertMetrics(shownBacktest, ownBacktest.summary);

    const simulation = await finished(assistant, "submit_simulation", { run_id, paths: 500, horizon: 20 });
    const ownSimulation = await bodyOf(assistant, `/mc/${simulation}`);
    const shownSimulation = await told(assistant, "get_result", { run_id: simulation });
    assert.ok(shownSimulation.rows.length > 3);
    assertFrom(ownSimulation, shownSimulation, "a simulation");
    for (const [name, value] of shownSimulation.rows) {
      const expected = String(name).split(".").reduce((inner: Body, key) => inner?.[key], ownSimulation.summary);
      assert.equal(value, expected, String(name));
    }

    const another = await finished(assistant, "submit_run", {
      ...RUN,
      methods: ["max_sharpe"],
      rolling_backtest: undefined,
    });
    const compared = await told(assistant, "compare_runs", { run_ids: [run_id, another] });
    const other = await bodyOf(assistant, `/jobs/${another}/result`);
    const expected = [result, other].flatMap((one) =>
      one.methods.map(({ key, metrics }: Body) => [one.run_id, key, metrics.annual_return, metrics.sharpe_ratio])
    );
    assert.deepEqual(
      records(compared).map((row) => [row.run, row.method, row.annual_return, row.sharpe_ratio]),
      expected,
    );
  }),
);

Deno.test("the pages of a large table are all rows of it, once each, with the figures of the API", async () => {
  const service = await sharedService();
  await using assistant = await connectedAssistant(service);
  const run_id = await finished(assistant, "submit_run", { prices: manyPrices(), methods: ["equal_weight"] });
  const { assets } = await bodyOf(assistant, `/jobs/${run_id}/result`);
  const rows: (readonly Cell[])[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const answer = await told(assistant, "get_result", { run_id, section: "assets", page });
    ({ pages } = answer.data.table);
    assert.equal(answer.data.table.page, page);
    assert.equal(answer.text.includes(`ask again with "page": ${page + 1}`), page < pages);
    rows.push(...answer.rows);
  }
  assert.ok(pages > 1, `${pages} page`);
  const marked = Object.entries<Body>(assets).map(([asset, metrics]) => [`‹${asset}›`, metrics.annual_return]);
  assert.deepEqual(rows.map(([asset, annual]) => [asset, annual]), marked);
  const beyond = await told(assistant, "get_result", { run_id, section: "assets", page: 100 });
  assert.equal(beyond.data.table.page, pages);
  assert.ok(Object.keys(SECTIONS).includes(beyond.data.section));
});

function severitiesOf({ data }: Body): readonly string[] {
  return data.doubts.map(({ severity }: Body) => severity);
}

function assertMetrics(shown: Told, { methods }: Body): void {
  const [{ key, metrics }] = methods;
  assert.ok(shown.rows.length > 3);
  for (const row of records(shown)) assert.equal(row[key], metrics[String(row.metric)] ?? null, String(row.metric));
}

function manyPrices(): Source {
  const dates = Array.from(
    { length: DAYS },
    (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const series = Array.from({ length: MANY }, (_, asset) => [
    `Own asset number ${asset} ${"x".repeat(80)}`,
    dates.map((_day, day) => 100 + Math.sin((asset + 1) * (day + 1)) * 3 + day / 10),
  ]);
  return { dates, series: Object.fromEntries(series) };
}
