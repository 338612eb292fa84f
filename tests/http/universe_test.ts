import assert from "node:assert/strict";
import { get } from "node:https";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type RunningService, runService } from "../support/running_service.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { sharedMarketFolder } from "../support/shared_market_folder.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

announceMissingShared("The universe of both exchanges");

Deno.test("the universe of the sample market needs no credential and has its count, date and digest", async () => {
  const service = await sharedService(QUEUED);
  const response = await service.fetch("/universe");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-cache");
  const { as_of, digest, count, tickers } = await response.json();
  assert.match(as_of, /^\d{4}-\d{2}-\d{2}$/);
  assert.match(digest, /^sha256:[0-9a-f]{64}$/);
  assert.deepEqual([count, tickers.length], [60, 60]);
  const symbols = tickers.map(({ symbol }: { symbol: string }) => symbol);
  assert.deepEqual(symbols, symbols.toSorted());
  assert.deepEqual(tickers.find(({ symbol }: { symbol: string }) => symbol === "EXLOTUS"), {
    symbol: "EXLOTUS",
    security_id: null,
    name: "Example Lotus Bank Ltd",
    exchange: "NSE",
    series: "EQ",
    isin: null,
    listed_on: null,
    face_value: null,
    sector: "Banks",
  });
});

Deno.test("GET /universe is 304 for a client that sends the ETag of any coding, in a list, weak or as *", async () => {
  const service = await sharedService(QUEUED);
  const plain = await fetched(service, { "accept-encoding": "identity" });
  const digest = JSON.parse(new TextDecoder().decode(plain.bytes)).digest;
  assert.equal(plain.headers.get("etag"), `"${digest}"`);
  const many = Array.from({ length: 500 }, (_, i) => `"other-${i}"`).join(", ");
  for (const coding of ["identity", "gzip", "br"]) {
    const { headers } = await fetched(service, { "accept-encoding": coding });
    const etag = headers.get("etag") ?? "";
    assert.equal(headers.get("vary"), "accept-encoding");
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `${many}, ${etag}`, "*"]) {
      const known = await fetched(service, { "accept-encoding": coding, "if-none-match": tags });
      assert.deepEqual(
        [known.status, known.bytes.length, known.headers.get("etag")],
        [304, 0, etag],
        tags.slice(0, 90),
      );
      assert.equal(known.headers.get("cache-control"), "no-cache");
    }
    const elsewhere = await fetched(service, { "accept-encoding": "identity", "if-none-match": etag });
    assert.deepEqual([elsewhere.status, elsewhere.headers.get("etag")], [304, etag]);
  }
});

Deno.test("GET /universe is 200 for an If-None-Match that is different, malformed or of 8 KiB", async () => {
  const service = await sharedService(QUEUED);
  const { headers } = await fetched(service, { "accept-encoding": "identity" });
  const etag = headers.get("etag") ?? "";
  for (
    const tags of ['"other"', etag.replaceAll('"', ""), '"', ",,,", `"${"x".repeat(8_190)}"`, `${etag.slice(0, -2)}"`]
  ) {
    assert.equal((await fetched(service, { "if-none-match": tags })).status, 200, tags.slice(0, 90));
  }
});

Deno.test("every content coding of the universe decompresses to the same bytes and states its length", async () => {
  const service = await sharedService(QUEUED);
  const plain = await fetched(service, { "accept-encoding": "identity" });
  for (const [coding, decompress] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
    const { headers, bytes } = await fetched(service, { "accept-encoding": coding });
    assert.equal(headers.get("content-encoding"), coding);
    assert.equal(headers.get("content-length"), String(bytes.length));
    assert.deepEqual(new Uint8Array(decompress(bytes)), plain.bytes);
  }
});

Deno.test("/universe refuses a query parameter at its pointer and any method but GET and HEAD", async () => {
  const service = await sharedService(QUEUED);
  const refused = await service.fetch("/universe?exchange=NSE");
  assert.deepEqual([refused.status, (await refused.json()).errors[0].pointer], [422, "/query/exchange"]);
  const posted = await service.fetch("/universe", { method: "POST" });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
});

Deno.test(testInTurn({
  name: "the universe of the original lists has both exchanges in under 400 kB compressed, and is 503 after a day",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    const folder = await sharedMarketFolder({ calendar: true });
    try {
      const clock = { aheadMs: 0 };
      await using service = await runService({ environment: { ...QUEUED, MARKET_DATA: `files:${folder}` }, clock });
      const compressed = await fetched(service, { "accept-encoding": "br" });
      assert.ok(compressed.bytes.length < 400_000, String(compressed.bytes.length));
      const { count, tickers } = JSON.parse(brotliDecompressSync(compressed.bytes).toString());
      assert.ok(count > 6_000, String(count));
      const reliance = tickers.filter(({ isin }: { isin: string }) => isin === "INE002A01018");
      assert.deepEqual(
        reliance.map((found: Record<string, unknown>) => [found.exchange, found.symbol, found.security_id]),
        [["NSE", "RELIANCE", null], ["BSE", "500325", "RELIANCE"]],
      );
      assert.equal(reliance[0].listed_on, "1995-11-29");
      const ofNse = tickers.filter(({ exchange }: { exchange: string }) => exchange === "NSE");
      const bare = ofNse.filter((found: Record<string, unknown>) =>
        found.isin === null || found.series === null || found.listed_on === null
      );
      assert.deepEqual([ofNse.length, bare], [1_935, []], "70 names of the index list only have prices");
      clock.aheadMs = 25 * 3_600_000;
      const late = await service.fetch("/universe");
      assert.deepEqual([late.status, late.headers.get("retry-after")], [503, "60"]);
      const { code, detail } = await late.json();
      assert.equal(code, "universe_unavailable");
      assert.match(detail, /more than 24 hours ago/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
}));

const LISTED = "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, ISIN NUMBER\n" +
  "EXOLD,Example Renamed Limited,EQ,06-OCT-2008,INE000X01011\nEXSUN,Example Sun Limited,BE,03-MAY-1995,INE000X01029\n";
const INDEX = "Company Name,Industry,Symbol,Series,ISIN Code\nExample Renamed Ltd.,Lamps,EXNEW,EQ,INE000X01011\n" +
  "Example Index Ltd.,Steel,EXINDEX,EQ,INE000X01037\n";
const PRICES = "date,EXINDEX.NS,EXSUN.NS\n2024-01-01,1,2\n2024-01-02,1.1,2\n";

Deno.test("an index list gives sectors by symbol or ISIN and never a ticker, and prices alone give none either", async () => {
  await using folder = await temporaryFolder({
    "listings/EQUITY_L.csv": LISTED,
    "listings/ind_example50list.csv": INDEX,
    "prices/NSE/all.csv": PRICES,
  });
  await using service = await runService({ environment: { ...QUEUED, MARKET_DATA: `files:${folder.path}` } });
  const { count, tickers } = await (await service.fetch("/universe")).json();
  const shown = tickers.map(({ symbol, isin, sector }: Record<string, unknown>) => [symbol, isin, sector]);
  assert.deepEqual([count, shown], [2, [["EXOLD", "INE000X01011", "Lamps"], ["EXSUN", "INE000X01029", null]]]);
});

Deno.test("without the list of NSE, or that of an exchange with prices, the universe is 503 and names the file", async () => {
  await using folder = await temporaryFolder({
    "listings/ind_example50list.csv": INDEX,
    "prices/NSE/all.csv": PRICES,
    "prices/BSE/990001.csv": "Date,Close\n2024-01-01,1\n",
  });
  const clock = { aheadMs: 0 };
  await using service = await runService({ environment: { ...QUEUED, MARKET_DATA: `files:${folder.path}` }, clock });
  const refused = async (): Promise<readonly unknown[]> => {
    clock.aheadMs += 2_000;
    const response = await service.fetch("/universe");
    const { code, detail } = await response.json();
    return [response.status, response.headers.get("retry-after"), code, /no "(\w+\.csv)"/.exec(detail)?.[1]];
  };
  assert.deepEqual(await refused(), [503, "60", "universe_unavailable", "EQUITY_L.csv"]);
  await folder.write("listings/EQUITY_L.csv", LISTED);
  assert.deepEqual(await refused(), [503, "60", "universe_unavailable", "Equity.csv"]);
  await Deno.remove(`${folder.path}/prices/BSE`, { recursive: true });
  clock.aheadMs += 2_000;
  assert.equal((await service.fetch("/universe")).status, 200);
});

Deno.test({
  name:
    "the universe of the original lists without EQUITY_L.csv is 503, though an index list and prices name its shares",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    const folder = await sharedMarketFolder({ calendar: true });
    try {
      await Deno.remove(`${folder}/listings/EQUITY_L.csv`);
      await using service = await runService({ environment: { ...QUEUED, MARKET_DATA: `files:${folder}` } });
      const response = await service.fetch("/universe");
      const { code, detail } = await response.json();
      assert.deepEqual([response.status, code], [503, "universe_unavailable"]);
      assert.match(detail, /^Cannot show the universe: the market data has no "EQUITY_L.csv", and prices and index/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Test helper. Fetches the asset universe without decompressing the response. */
function fetched(service: RunningService, headers: Readonly<Record<string, string>>): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    get(`${service.url}/universe`, { ca: service.certificate, agent: false, headers }, async (response) => {
      const bytes = new Uint8Array(await buffer(response));
      const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
      resolve({ status: response.statusCode ?? 0, headers: received, bytes });
    }).on("error", reject);
  });
}
