import assert from "node:assert/strict";
import { SETTING_NAMES } from "../../src/config.ts";
import { BENCHMARK_IDS } from "../../src/market_data/provider.ts";
import { PROVIDERS, SOURCES } from "../../src/market_data/providers/mod.ts";
import { SOURCE_LIMITS } from "../../src/market_data/providers/source_client.ts";
import { assertStated } from "../support/assert_stated.ts";
import { codeWords, markdownDocument } from "../support/markdown_document.ts";

const ROOT = new URL("../../", import.meta.url);
const DOCUMENT = markdownDocument("docs/market_data.md");
const ROWS = DOCUMENT.rows().map((cells) => cells.map(codeWords));

Deno.test("docs/market_data.md lists the sources of the live provider in their order, with their addresses", () => {
  const documented = ROWS.filter(([, second = []]) => second.length === 1 && /^https:/.test(second[0]));
  const told = documented.map(([[id], [url]]) => `\`${id}\` | \`${url}\``);
  const expected = [...SOURCES].map(({ id, url }) => `\`${id}\` | \`${url}\``);
  const without = expected.filter((row) => !told.includes(row)).map((row) => `| ${row} | content | delay |`);
  assertStated(without, "Add a row to the sources of `live` in docs/market_data.md");
  assert.deepEqual(told, expected);
});

Deno.test("docs/market_data.md names only existing settings, and every provider and benchmark index", () => {
  const words = codeWords(DOCUMENT.text);
  const settings = words.filter((word) => /^[A-Z]+(_[A-Z]+)+$/.test(word));
  assert.deepEqual(settings.filter((name) => ![...SETTING_NAMES].includes(name)), []);
  for (const { id } of PROVIDERS) assert.ok(words.some((word) => word.split(":")[0] === id), id);
  for (const id of BENCHMARK_IDS) assert.ok(words.includes(id), id);
});

Deno.test("docs/market_data.md states the limits of requests to market data sources", () => {
  const { attemptMs, allMs, bytes, atOncePerHost, failures, openMs } = SOURCE_LIMITS;
  assert.deepEqual([attemptMs, allMs, bytes, atOncePerHost, failures, openMs], [
    10_000,
    30_000,
    50 * 1024 * 1024,
    8,
    5,
    30_000,
  ]);
  const told = /ten seconds and 50 MiB.*thirty seconds in all.*eight requests.*five failures.*half a minute/s;
  assert.match(DOCUMENT.text, told);
});

Deno.test("every file that docs/market_data.md names exists, apart from placeholders for file names", async () => {
  for (const path of codeWords(DOCUMENT.text).filter((word) => /^(src|docs)\//.test(word))) {
    await Deno.lstat(new URL(path.replace(/[^/]*<.*$/, ""), ROOT));
  }
});
