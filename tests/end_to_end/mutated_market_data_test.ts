import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { KeptLists, type PublishedList } from "../../src/market_data/kept_lists.ts";
import { ListingTable } from "../../src/market_data/listing_table.ts";
import { READER_HERE } from "../../src/market_data/market_reader.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { yahoo } from "../../src/market_data/providers/yahoo.ts";
import { mfapi } from "../../src/market_data/providers/mfapi.ts";
import { RandomStream } from "../../src/domain/random_stream.ts";
import type { SourceHistory } from "../../src/market_data/series_history.ts";
import { readSourceHistory } from "../../src/market_data/read_source_history.ts";
import type { SeriesName, SourceContext } from "../../src/market_data/source.ts";
import { SourceError } from "../../src/market_data/source_error.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { recordedCharts, sharedList, sharedText } from "../support/shared_sources.ts";
import { problemCount, testedCases } from "../support/tier.ts";

announceMissingShared("Mutated copies of recorded bodies and lists");

/** Number of mutated copies of each text, of which so many at least are refused. */
const COPIES = problemCount(1_000, 100), LEAST_REFUSED = COPIES / 10;
/**
 * Number of lines of a listing file that are mutated. It is small enough that a thousand copies are parsed in seconds.
 */
const LINES = 120;

/**
 * Test helper. Returns a function that draws random whole numbers from 0 to below its argument. The same seed gives the
 * same numbers.
 */
function drawing(seed: number): (below: number) => number {
  const stream = new RandomStream(seed, 0);
  return (below) => stream.bits() % Math.max(1, below);
}

/**
 * Returns a randomly damaged copy of a text: cut off, with a repeated or missing part, with two columns swapped, or
 * with flipped bits.
 */
function mutated(text: string, draw: (below: number) => number): string {
  const at = draw(text.length);
  switch (draw(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at - draw(200)) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + draw(200));
    case 3:
      return withColumnsMoved(text, draw);
    default: {
      const letters = [...text];
      for (let i = 0; i < 1 + draw(20); i++) {
        const place = draw(letters.length);
        letters[place] = String.fromCharCode(letters[place].charCodeAt(0) ^ (1 << draw(8)));
      }
      return letters.join("");
    }
  }
}

/** Swaps two random columns in all lines below the header; the header stays unchanged. */
function withColumnsMoved(text: string, draw: (below: number) => number): string {
  const [header, ...lines] = text.split("\n");
  const mark = [",", ";", "|"].find((one) => header.includes(one)) ?? ",";
  const columns = header.split(mark).length;
  const [a, b] = [draw(columns), draw(columns)];
  const moved = lines.map((line) => {
    const cells = line.split(mark);
    [cells[a], cells[b]] = [cells[b] ?? "", cells[a] ?? ""];
    return cells.join(mark);
  });
  return [header, ...moved].join("\n");
}

const LISTS = [...SOURCES].flatMap(({ id, lists = [] }) => lists.map((list) => ({ ...list, source: id })));

for (const list of testedCases(LISTS)) {
  Deno.test({
    name: `mutated copies of the list "${list.id}" crash nothing and leave no list worse than the last good one`,
    ignore: !SHARED_AVAILABLE,
    async fn() {
      const original = list.id === "mfapi"
        ? JSON.stringify(JSON.parse(sharedList(list.id)).slice(0, LINES))
        : sharedList(list.id).split("\n").slice(0, LINES).join("\n");
      const draw = drawing(1);
      let text = original;
      const published: PublishedList = { ...list, bytes: () => Promise.resolve(new TextEncoder().encode(text)) };
      let outcomes = "";
      for (let copy = 0; copy < COPIES; copy++) {
        const kept = new KeptLists(memoryCache(), { lists: [published], maxAgeHours: 24, onHit: () => {} });
        const context = { signal: new AbortController().signal, now: () => "2026-05-20T12:00:00.000Z" };
        text = original;
        const [{ listings: before }] = await kept.of(list.market, context);
        const good = ListingTable.of(before);
        text = mutated(original, draw);
        const [{ outcome }] = await kept.refresh("all", context);
        outcomes += outcome[0];
        const [found] = await kept.of(list.market, context);
        const [listings, former] = [found.listings, found.former].map(ListingTable.of);
        assert.ok(listings.length >= good.length / 2, `copy ${copy} left ${listings.length} of ${good.length} rows`);
        assert.ok(listings.length + former.length >= good.length, `copy ${copy} lost rows`);
        assert.ok([...listings].every(({ asset }) => /^(NSE|BSE|US|MF):[A-Z0-9]/.test(asset)), `copy ${copy}`);
      }
      assert.ok(outcomes.includes("f") && outcomes.includes("r"), `outcomes ${outcomes}`);
    },
  });
}

/** Test helper. Returns all numbers that occur in a text. */
function numbersIn(text: string): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi), ([number]) => Number(number)));
}

async function fetched(source: typeof yahoo, series: SeriesName, text: string): Promise<SourceHistory | null> {
  const bytes = new TextEncoder().encode(text);
  const answer = { status: 200, bytes };
  const context: SourceContext = {
    base: new URL("https://source.example/"),
    get: () => Promise.resolve(answer),
    read: (answered) => readSourceHistory(answered, READER_HERE),
  };
  return await source.histories?.fetch(series, null, context) ?? null;
}

/**
 * Parses damaged copies of a response and returns how many were refused. Asserts that every parsed price
 * occurs in the copy.
 */
async function refusedCopies(source: typeof yahoo, series: SeriesName, original: string): Promise<number> {
  const draw = drawing(2);
  let refused = 0;
  for (let copy = 0; copy < COPIES; copy++) {
    const text = mutated(original, draw);
    try {
      const history = await fetched(source, series, text);
      const numbers = numbersIn(text);
      const prices = [...history?.closes ?? [], ...history?.adjustedCloses ?? []];
      assert.ok(prices.every((price) => price > 0 && numbers.has(price)), `copy ${copy} has prices of its own`);
    } catch (error) {
      assert.ok(error instanceof SourceError, `copy ${copy}: ${error}`);
      refused++;
    }
  }
  return refused;
}

Deno.test({
  name: "mutated copies of each recorded chart crash nothing, and make no price that is not in them",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    for (const [name, body] of recordedCharts()) {
      const { symbol } = JSON.parse(body).chart.result[0].meta;
      const short = body.length > 20_000 ? shortened(body) : body;
      const refused = await refusedCopies(yahoo, { id: assetId(`US:${symbol}`), securityId: null }, short);
      assert.ok(refused > LEAST_REFUSED, `${name}: ${refused} refused`);
    }
  },
});

/** Test helper. Returns a chart response cut down to its first 20 rows. */
function shortened(body: string): string {
  const { chart } = JSON.parse(body);
  const [result] = chart.result;
  const { quote, adjclose } = result.indicators;
  result.timestamp = result.timestamp.slice(0, 20);
  for (const values of [quote[0], adjclose[0]]) {
    for (const field of Object.keys(values)) values[field] = values[field].slice(0, 20);
  }
  return JSON.stringify({ chart });
}

Deno.test({
  name: "mutated copies of the values of a scheme crash nothing, and make no value that is not in them",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    const { meta, data } = JSON.parse(sharedText("mutual_funds/mfapi_reconstructed/mf_119092.json"));
    const short = JSON.stringify({ meta, data: data.slice(0, 50), status: "SUCCESS" });
    assert.ok(await refusedCopies(mfapi, { id: assetId("MF:119092"), securityId: null }, short) > LEAST_REFUSED);
  },
});
