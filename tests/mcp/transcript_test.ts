import assert from "node:assert/strict";
import type { Client } from "@modelcontextprotocol/client";
import { connectedAssistant, textOf } from "../support/connected_assistant.ts";
import { csvOfPrices } from "../support/console_studio.ts";
import { figuresInText, figuresOfJson } from "../support/figures_in_text.ts";
import { localAssistant } from "../support/local_assistant.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

const TRANSCRIPT = markdownDocument("docs/assistants.md");
const METHODS = ["min_cvar"];
/** Years that have passed, of which the sample market gives the same figures on every day. */
const YEARS = { start_date: "2023-01-02", end_date: "2024-12-31" };
const AT_MOST = 0.05;
const RULES = { weight_bounds: { max: AT_MOST } };
const SECTIONS = ["summary", "weights", "metrics", "rules", "assets", "doubts", "backtest"] as const;
/** Rows and days of one's own prices, long enough for a walk of windows of a year. */
const ASSETS = 30, DAYS = 700;
const TOLERANCE = 1e-9;

type Source = Readonly<Record<string, unknown>>;
type Row = readonly (string | number | null)[];

/** What one call of a tool told: its text, and the table of its data if it has one. */
interface Told {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
}

async function told(client: Client, name: string, given: Source): Promise<Told> {
  const result = await client.callTool({ name, arguments: given });
  const text = textOf(result);
  assert.notEqual(result.isError, true, text);
  const data = result.structuredContent as Told["data"];
  return { text, data, rows: rowsIn(data) };
}

function rowsIn(data: Told["data"]): readonly Row[] {
  for (const table of [data, data.table, data.ranges]) {
    if (typeof table === "object" && table !== null && "rows" in table) return table.rows as readonly Row[];
  }
  return [];
}

/** Walks from the rules to the backtest: is it feasible, what are the weights, how did it do. */
async function walk(
  client: Client,
  { source, sections = SECTIONS }: { readonly source: Source; readonly sections?: readonly string[] },
): Promise<{ readonly checked: Told; readonly submitted: Told; readonly read: ReadonlyMap<string, Told> }> {
  const checked = await told(client, "check_rules", { ...source, constraints: RULES });
  const run = { ...source, methods: METHODS, constraints: RULES, rolling_backtest: {} };
  let submitted = await told(client, "submit_run", run);
  const { run_id } = submitted.data;
  while (submitted.data.status === "queued" || submitted.data.status === "running") {
    submitted = await told(client, "get_run", { run_id, wait_seconds: 20 });
  }
  const read = new Map<string, Told>();
  for (const section of sections) read.set(section, await told(client, "get_result", { run_id, section }));
  return { checked, submitted, read };
}

/** Fails unless every figure of a text, and every number of its table, is in the answers of the API. */
function assertFrom(answers: unknown, { text, rows }: Told, what: string): void {
  const given = figuresOfJson(answers);
  const exact = new Set(given), shown = new Set(given.map((figure) => Number(figure.toPrecision(6))));
  for (const figure of rows.flat()) {
    assert.ok(typeof figure !== "number" || exact.has(figure), `${what}: ${figure} in the table`);
  }
  for (const figure of figuresInText(text)) {
    assert.ok(exact.has(figure) || shown.has(figure), `${what}: ${figure} in\n${text}`);
  }
}

// deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
type Body = any;

/** Returns the counts that the told text states of a result: of its methods, of the proven ones and of its doubts. */
function counted({ methods, data }: Body): readonly number[] {
  const proven = methods.filter(({ certificate }: Body) => certificate?.proven_optimal === true);
  return [methods.length, proven.length, data.doubts.length];
}

/** Fails unless the walk told of a proven optimum under the rules, and its figures are those of the API. */
function assertProven(
  { checked, submitted, read }: Awaited<ReturnType<typeof walk>>,
  { preflight, result, backtest }: Readonly<Record<"preflight" | "result" | "backtest", Body>>,
): void {
  assert.match(checked.text, /^The rules can be met together, which is proven\./);
  assertFrom(preflight, checked, "check_rules");
  assert.equal(submitted.data.status, "succeeded", submitted.text);
  for (const [section, told] of read) assertFrom([result, backtest, counted(result)], told, section);

  const { weights, metrics, certificate } = result.methods[0];
  assert.equal(certificate.proven_optimal, true);
  assert.match(read.get("summary")?.text ?? "", /min_cvar: proven optimal/);
  assert.deepEqual(Object.fromEntries(read.get("weights")?.rows ?? []), withoutZeros(weights));
  const held = Object.values<number>(weights);
  assert.ok(held.every((weight) => weight <= AT_MOST + TOLERANCE));
  assert.ok(Math.abs(held.reduce((sum, weight) => sum + weight, 0) - 1) < TOLERANCE);
  const row = read.get("metrics")?.rows.find(([name]) => name === "conditional_value_at_risk");
  assert.equal(row?.[1], metrics.conditional_value_at_risk);
  const did = read.get("backtest")?.rows.find(([name]) => name === "annual_return");
  assert.equal(did?.[1], backtest.methods[0].metrics.annual_return);
}

function withoutZeros(weights: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(weights).filter(([, weight]) => weight !== 0));
}

/** Returns a text as the transcript has it, where a run has no id of its own. */
function withoutIds(text: string): string {
  return text.replaceAll(/\brun_[0-9A-Z]{26}\b/g, "run_…").replaceAll(/https:\/\/[^/\s]+/g, "https://…");
}

/** Fails unless a block of the transcript is a text, of which it may leave lines out where it says so. */
function assertTranscribed(block: string, text: string): void {
  const lines = withoutIds(text).split("\n");
  let from = 0;
  for (const shown of block.trimEnd().split("\n")) {
    if (shown === "…") continue;
    const found = lines.indexOf(shown, from);
    assert.notEqual(found, -1, `The transcript shows\n${shown}\nwhich is not in\n${lines.join("\n")}`);
    from = found + 1;
  }
}

Deno.test("docs/assistants.md shows what search_assets and check_rules answer to its question", async () => {
  const service = await sharedService();
  await using assistant = await connectedAssistant(service);
  const found = await told(assistant.client, "search_assets", { query: "Example", limit: ASSETS });
  const assets = found.rows.map(([id]) => id);
  const { body } = await assistant.person.send("GET", "/universe");
  assertFrom(body, found, "search_assets");
  const checked = await told(assistant.client, "check_rules", { assets, ...YEARS, constraints: RULES });
  const [searchBlock = "", checkBlock = ""] = TRANSCRIPT.blocks("text");
  assertTranscribed(searchBlock, found.text);
  assertTranscribed(checkBlock, checked.text);
});

Deno.test(fullTest(
  "at most 5 % in each of 30 Indian shares, least CVaR: every figure that an assistant is told is the API's, and docs/assistants.md shows it",
  { heldBy: "docs/assistants.md shows what search_assets and check_rules answer to its question" },
  async () => {
    const service = await sharedService();
    await using assistant = await connectedAssistant(service);
    const { rows } = await told(assistant.client, "search_assets", { query: "Example", limit: ASSETS });
    const assets = rows.map(([id]) => String(id));
    assert.equal(new Set(assets).size, ASSETS);
    const walked = await walk(assistant.client, { source: { assets, benchmark: "NIFTY50", ...YEARS } });
    const { person } = assistant;
    const of = `/jobs/${walked.submitted.data.run_id}`;
    const body = {
      stocks: assets.map((id) => ({ exchange: id.split(":")[0], ticker: id.split(":")[1] })),
      constraints: RULES,
      ...YEARS,
    };
    assertProven(walked, {
      preflight: (await person.send("POST", "/constraints/preflight", { body })).body,
      result: (await person.send("GET", `${of}/result`)).body,
      backtest: (await person.send("GET", `${of}/rolling_backtest`)).body,
    });
    const texts = [walked.submitted, ...["summary", "weights", "backtest"].map((name) => walked.read.get(name))];
    const [, , ...blocks] = TRANSCRIPT.blocks("text");
    assert.equal(blocks.length, texts.length);
    for (const [place, block] of blocks.entries()) assertTranscribed(block, texts[place]?.text ?? "");
  },
));

Deno.test(fullTest(
  "the same over stdio from a CSV file: every figure is that of the API for the same prices",
  { heldBy: "docs/assistants.md shows what search_assets and check_rules answer to its question" },
  async () => {
    await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(ASSETS, DAYS) });
    await using local = await localAssistant({ folder: folder.path });
    const walked = await walk(local.client, { source: { prices: { file: "prices.csv" } } });
    const service = await sharedService();
    await using assistant = await connectedAssistant(service);
    const { person } = assistant;
    const source = { prices: pricesBody(ASSETS, DAYS).prices, constraints: RULES };
    const preflight = await person.send("POST", "/constraints/preflight", { body: source });
    const run = await walk(assistant.client, { source: { prices: source.prices }, sections: [] });
    const of = `/jobs/${run.submitted.data.run_id}`;
    assertProven(walked, {
      preflight: preflight.body,
      result: (await person.send("GET", `${of}/result`)).body,
      backtest: (await person.send("GET", `${of}/rolling_backtest`)).body,
    });
  },
));
