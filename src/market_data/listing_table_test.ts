import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { assetId } from "../domain/asset.ts";
import { lineOf, listingOfLine } from "./listing_line.ts";
import { formerNamed, listingNamed } from "./listing_named.ts";
import { ListingTable, tableOf } from "./listing_table.ts";
import { packTexts, textAt } from "./packed_texts.ts";
import type { FormerListing, Listing } from "./provider.ts";
import { mergeLists } from "./readings/merged_lists.ts";

const nullable = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });
const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\x1f"));
const day = fc.constantFrom("2008-10-06", "2024-12-31");
const amount = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0));

const listing: fc.Arbitrary<Listing> = fc.record({
  asset: word.map((text) => assetId(`US:${text}`)),
  name: fc.string(),
  market: fc.constantFrom("IN", "US", "MF", "CUSTOM"),
  currency: fc.constantFrom("INR", "USD", null),
  exchange: nullable(word),
  symbol: word,
  isin: nullable(word),
  sector: nullable(word),
  series: nullable(word),
  listedOn: nullable(day),
  faceValue: nullable(amount),
  securityId: nullable(word),
  isEtf: nullable(fc.boolean()),
  fund: nullable(fc.record({
    amc: word,
    assetClass: fc.constantFrom("equity", "debt", "hybrid", "other"),
    category: word,
    plan: fc.constantFrom("direct", "regular"),
    option: fc.constantFrom("growth", "dividend"),
    nav: nullable(amount),
    navDate: nullable(day),
    reinvestmentIsin: word,
  }, {
    requiredKeys: ["amc", "assetClass", "category", "plan", "option", "nav", "navDate"],
    noNullPrototype: true,
  })),
}, { noNullPrototype: true });

Deno.test("a listing that is encoded as a line is decoded unchanged, except for separators in its name", () => {
  fc.assert(fc.property(listing, (one) => {
    const named = { ...one, name: one.name.replaceAll("\x1f", " ") };
    assert.deepEqual(listingOfLine(lineOf(one)), named);
  }));
});

Deno.test("texts that are packed into blocks are unpacked unchanged, whatever their characters", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 600 }), (texts) => {
    const packed = packTexts(texts);
    assert.deepEqual(texts.map((_, i) => textAt(packed, i)), texts);
  }));
});

function share(exchange: string, symbol: string, isin: string | null, securityId: string | null = null): Listing {
  const line = lineOf({
    asset: assetId(`${exchange}:${symbol}`),
    name: `Example ${symbol}`,
    market: "IN",
    currency: "INR",
    exchange,
    symbol,
    isin,
    sector: null,
    series: null,
    listedOn: null,
    faceValue: null,
    securityId,
    isEtf: null,
    fund: null,
  });
  return listingOfLine(line);
}

Deno.test("a listing table finds a listing by its asset, a Bombay share by its symbol too, and lists all in order", () => {
  const listings = [share("NSE", "EXB", null), share("BSE", "990001", null, "EXA"), share("NSE", "EXA", null)];
  const table = ListingTable.of(tableOf(listings));
  assert.deepEqual([...table], listings);
  assert.deepEqual([...table.assets()], ["NSE:EXB", "BSE:990001", "NSE:EXA"]);
  assert.equal(listingNamed(table, "NSE:EXA")?.symbol, "EXA");
  assert.equal(listingNamed(table, "BSE:EXA")?.symbol, "990001");
  for (const id of ["NSE:EXC", "NSE:EX", "", "BSE:EXB"]) assert.equal(listingNamed(table, id), undefined, id);
  for (const id of ["BSE:EXA", "NSE:EXB", "NSE:EXC"]) {
    assert.deepEqual(listingNamed(listings, id), listingNamed(table, id), id);
  }
});

Deno.test("of an asset in two lists the first counts, and a former listing is renamed by its ISIN", () => {
  const first = [share("NSE", "EXA", "INE1"), share("NSE", "EXB", "INE2")];
  const second = [{ ...share("NSE", "EXB", "INE2"), name: "Other" }, share("NSE", "EXC", "INE3")];
  const lists = [
    { listings: tableOf(first), former: tableOf([share("NSE", "EXOLD", "INE3"), share("NSE", "EXC", "INE3")]) },
    { listings: tableOf(second), former: tableOf([share("NSE", "EXGONE", null)]) },
  ];
  const { picked, former } = mergeLists({ lists });
  const items = ListingTable.merged(lists.map(({ listings }) => listings), picked);
  assert.deepEqual([...items].map(({ name }) => name), ["Example EXA", "Example EXB", "Example EXC"]);
  assert.deepEqual(
    ["NSE:EXB", "NSE:EXC"].map((id) => listingNamed(items, id)?.name),
    ["Example EXB", "Example EXC"],
  );
  const gone: readonly FormerListing[] = [...ListingTable.ofFormer(former)];
  assert.deepEqual(gone.map(({ symbol, renamedTo }) => [symbol, renamedTo]), [["EXOLD", "NSE:EXC"], ["EXGONE", null]]);
  assert.equal(formerNamed(ListingTable.ofFormer(former), assetId("NSE:EXOLD"))?.renamedTo, "NSE:EXC");
});
