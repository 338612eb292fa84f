import assert from "node:assert/strict";
import { marketDataPool } from "../../src/jobs/market_data_pool.ts";
import { type MarketReader, READER_HERE, readerOfLarge } from "../../src/market_data/market_reader.ts";

const HEADER = "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE";

function listOf(rows: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from(
    { length: rows },
    (_, i) => `EX${i},Société ${i} – Example,EQ,06-OCT-2008,5,1,INE000X01011,5`,
  );
  return new TextEncoder().encode([HEADER, ...lines].join("\n"));
}

Deno.test("a worker thread parses, merges and indexes lists of securities exactly as the calling thread does", async () => {
  const pool = marketDataPool();
  try {
    const outcomes = [];
    for (const reader of [pool, READER_HERE] satisfies MarketReader[]) {
      const read = await reader.run("published_list", { layout: "nse_equity", bytes: listOf(2_000), before: null });
      assert.ok(read.outcome === "replaced");
      const { listings, former } = read;
      const lists = [{ listings, former }];
      const merged = await reader.run("merged_lists", { lists });
      const lines = { lists: [listings.lines], picked: merged.picked };
      outcomes.push([read, merged, await reader.run("search_index", { lines, day: "2024-12-31" })]);
    }
    assert.deepEqual(outcomes[0], outcomes[1]);
    const bad = await pool.run("published_list", { layout: "nse_equity", bytes: listOf(0), before: null });
    assert.deepEqual(bad, { outcome: "bad", fault: "none of its rows can be read" });
  } finally {
    pool.close();
  }
});

Deno.test("small lists of securities are parsed in the calling thread, large ones by the worker", async () => {
  const asked: string[] = [];
  const reader = readerOfLarge({
    run(name, inputs) {
      asked.push(name);
      return READER_HERE.run(name, inputs);
    },
  });
  for (const rows of [5, 1_000]) {
    await reader.run("published_list", { layout: "nse_equity", bytes: listOf(rows), before: null });
    assert.deepEqual(asked, rows === 5 ? [] : ["published_list"]);
  }
});
