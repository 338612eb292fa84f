import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { listedFund, listedShare } from "../../tests/support/listed.ts";
import { equitySheet, FIRST_ROW, growwFundSheet, type WrittenLine } from "../../tests/support/statement_sheets.ts";
import { workbookFile, type WrittenCell, type WrittenSheet } from "../../tests/support/workbook_file.ts";
import { DomainError } from "../domain/errors.ts";
import type { Listing } from "../market_data/provider.ts";
import type { Holdings } from "./holdings.ts";
import { HoldingsImports, type HoldingsImportsParts } from "./holdings_imports.ts";
import { statementOfBody } from "./parser/answer_of_body.ts";

const { signal } = new AbortController();
const LISTINGS: Readonly<Record<"IN" | "MF", readonly Listing[]>> = {
  IN: ["EXMANGO", "EXLOTUS", "EXGINGER"].map((symbol) => listedShare("NSE", symbol)),
  MF: [listedFund(1, "Example Fund - Direct Plan - Growth")],
};

/**
 * Test helper. Returns holdings imports that parse in the current process, and a record of the markets whose lists they
 * ask for.
 */
function imports(
  parts: Partial<HoldingsImportsParts> = {},
): { readonly imports: HoldingsImports; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const made = new HoldingsImports({
    parser: { statementOf: (body) => statementOfBody(body) },
    turns: { take: (_holder, work) => work() },
    listings(market) {
      asked.push(market);
      return Promise.resolve({ items: LISTINGS[market] });
    },
    nextTurn: () => Promise.resolve(),
    ...parts,
  });
  return { imports: made, asked };
}

async function imported(made: HoldingsImports, sheets: readonly WrittenSheet[]): Promise<Holdings> {
  const body = JSON.stringify({ content_base64: workbookFile(sheets).toBase64() });
  return await made.import("account", new TextEncoder().encode(body), signal);
}

Deno.test("a holdings import asks for the listings of a market only if a line of its workbook needs them", async () => {
  const { imports: made, asked } = imports();
  await imported(made, [equitySheet([])]);
  assert.deepEqual(asked, []);
  await imported(made, [equitySheet([{ symbol: "EXMANGO" }])]);
  assert.deepEqual(asked.splice(0), ["IN"]);
  await imported(made, [growwFundSheet([{ name: "Example", amc: "Example", units: 1 }])]);
  assert.deepEqual(asked.splice(0), ["MF"]);
  await imported(made, [equitySheet([{ symbol: "EXGOLD-E", isin: "INF204KB17I5" }])]);
  assert.deepEqual(asked.splice(0), ["IN", "MF"], "a fund that is traded on an exchange may be in either");
  await assert.rejects(made.import("account", new TextEncoder().encode('{"content_base64":""}'), signal));
  assert.deepEqual(asked, []);
});

Deno.test("a holdings import whose listings are unavailable is refused, and the next one asks for them again", async () => {
  let isThere = false;
  const { imports: made } = imports({
    listings: (market) =>
      isThere
        ? Promise.resolve({ items: LISTINGS[market] })
        : Promise.reject(new DomainError("market_data_unavailable", "There is no list")),
  });
  const sheets = [equitySheet([{ symbol: "EXMANGO" }])];
  await assert.rejects(imported(made, sheets), { code: "market_data_unavailable" });
  isThere = true;
  assert.equal((await imported(made, sheets)).stocks.length, 1);
});

Deno.test("each holdings import is matched with the listings of its own time", async () => {
  const lists = [LISTINGS.IN, LISTINGS.IN.filter(({ symbol }) => symbol !== "EXMANGO")];
  let current = 0;
  const { imports: made } = imports({ listings: () => Promise.resolve({ items: lists[current] }) });
  const sheets = [equitySheet([{ symbol: "EXMANGO" }])];
  const counts: number[] = [];
  for (current of [0, 1, 0]) counts.push((await imported(made, sheets)).stocks.length);
  assert.deepEqual(counts, [1, 0, 1]);
});

const figure: fc.Arbitrary<WrittenCell> = fc.oneof(
  fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  fc.integer({ min: -5, max: 1_000 }),
  fc.constantFrom("1,23,456.78", "₹ 12", "(12.5)", "-", "NaN", "1e300", "x", "", null, 1e300, {
    xml: '<c r="REF" t="e"><v>#N/A</v></c>',
  }),
);
const line: fc.Arbitrary<WrittenLine> = fc.record({
  symbol: fc.oneof(fc.constantFrom("EXMANGO", "EXLOTUS-BE", "EXGINGER"), fc.string({ unit: "grapheme", minLength: 1 })),
  isin: fc.constantFrom("INE000A01011", "INE000A07011", "not one", "-"),
  quantity: figure,
  pledged: figure,
  price: figure,
}, { noNullPrototype: true });

Deno.test("every line of a workbook is in a position or reported with its row, and weights of positions sum to 1", async () => {
  const { imports: made } = imports();
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const written = lines.filter(({ symbol }) => symbol?.trim() !== "");
      const { stocks, unresolved } = await imported(made, [equitySheet(written)]);
      const rows = unresolved.map(({ row }) => row);
      assert.equal(new Set(rows).size, rows.length);
      assert.ok(rows.every((row) => row >= FIRST_ROW && row < FIRST_ROW + written.length));
      assert.ok(unresolved.every(({ reason }) => reason !== ""));
      const positioned = written.filter((_, i) => !rows.includes(FIRST_ROW + i));
      const symbols = new Set(positioned.map(({ symbol }) => symbol?.replace("-BE", "")));
      assert.deepEqual(new Set(stocks.map(({ asset }) => asset.slice("NSE:".length))), symbols);
      const sum = stocks.reduce((sum, { weight }) => sum + weight, 0);
      assert.ok(stocks.length === 0 || Math.abs(sum - 1) < 1e-12, String(sum));
      assert.ok(stocks.every(({ quantity, price, weight }) => quantity > 0 && price > 0 && weight >= 0));
    }),
  );
});
