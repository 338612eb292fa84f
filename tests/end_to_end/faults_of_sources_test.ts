import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { assetId } from "../../src/domain/asset.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import type { MarketDataProvider } from "../../src/market_data/provider.ts";
import { loopbackCertificate } from "../support/loopback_certificate.ts";
import { sampleChart, sampleSources } from "../support/sample_sources.ts";
import { chartBody, type SourceServer, startSourceServer } from "../support/source_server.ts";
import { testInTurn } from "../support/tier.ts";

/** Limits of requests to market data sources, with shorter times and smaller sizes than those of the service. */
const LIMITS = { attemptMs: 400, allMs: 1_000, bytes: 500_000, firstPauseMs: 5 };
const { signal } = new AbortController();
const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2025, 5, 2, 12);

/**
 * Test helper. Creates a live market data provider over a test server at a given time. Two providers can share a cache,
 * for example a day apart.
 */
function live({ urls }: Pick<SourceServer, "urls">, cache = memoryCache(), nowMs = NOW_MS): Live {
  const now = (): string => new Date(nowMs).toISOString();
  const provider = liveProvider({ sources: [...SOURCES], urls, cache, maxAgeHours: 24, limits: LIMITS, now });
  return { provider, context: { signal, now } };
}

interface Live {
  readonly provider: MarketDataProvider;
  readonly context: { readonly signal: AbortSignal; now(): string };
}

/**
 * Returns what a caller who requests the prices of one share sees: the number of rows, or the sentence of the refusal.
 */
async function seenOfPrices({ provider, context }: Live): Promise<string> {
  try {
    const history = await provider.prices?.(assetId("NSE:EXLOTUS"), { start: null, end: "2024-12-30" }, context);
    return `${history?.dates.length} rows`;
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "market_data_unavailable", String(error));
    return error.message.replace(/127\.0\.0\.1:\d+/g, "its host");
  }
}

const CHART = JSON.stringify(chartBody("EXLOTUS.NS", sampleChart("EXLOTUS.NS") ?? assert.fail(), 0));
const PRICES = 'Cannot get the prices of "NSE:EXLOTUS": ';
const DATA = `${PRICES}Cannot get data of "yahoo" from its host: `;
const READ = `${PRICES}Cannot read the answer of "yahoo": `;

/** Faulty answers of the chart source, each with the sentence that the caller then sees. */
const FAULTS: Readonly<Record<string, readonly [answer: () => Response | Promise<Response>, seen: string]>> = {
  "429 in plain text": [
    () => new Response("Edge: Too Many Requests", { status: 429 }),
    `${DATA}it answered with status 429`,
  ],
  "429 and a Retry-After of one minute": [
    () => new Response("Edge: Too Many Requests", { status: 429, headers: { "retry-after": "60" } }),
    `${DATA}it answered with status 429`,
  ],
  "503 on every attempt": [() => new Response("down", { status: 503 }), `${DATA}it answered with status 503`],
  "a hanging connection": [
    () => new Promise((resolve) => setTimeout(() => resolve(new Response("late")), 1_200)),
    `${DATA}it did not send its complete answer within 0.4 s`,
  ],
  "one byte at a time": [() => new Response(bytesEvery(20)), `${DATA}it did not send its complete answer within 0.4 s`],
  "truncated JSON": [() => new Response(CHART.slice(0, CHART.length / 2)), `${READ}it is not JSON`],
  "HTML with status 200": [() => new Response("<!doctype html><html></html>"), `${READ}it is not JSON`],
  "a chart without timestamps": [
    () => Response.json(chartBody("EXLOTUS.NS", { currency: "INR", dates: [], closes: [], adjustedCloses: [] }, 0)),
    "0 rows",
  ],
  "an endless body": [() => new Response(bytesEvery(0, 65_536)), `${DATA}its answer is larger than 500000 bytes`],
  "a gzip bomb": [
    () => new Response(new Uint8Array(BOMB), { headers: { "content-encoding": "gzip" } }),
    `${DATA}its answer is larger than 500000 bytes`,
  ],
  "a redirect to another host": [
    () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example/" } }),
    `${DATA}it redirects to another host, elsewhere.example`,
  ],
};

const BOMB = gzipSync(new Uint8Array(20_000_000));

/** Test helper. Returns an endless stream that sends some bytes at each interval until the client leaves. */
function bytesEvery(ms: number, length = 1): ReadableStream<Uint8Array<ArrayBuffer>> {
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(new Uint8Array(length));
      }, ms);
    },
    cancel: () => clearInterval(timer),
  });
}

for (const [fault, [answer, seen]] of Object.entries(FAULTS)) {
  Deno.test(testInTurn(`a price source that answers with ${fault} gives the caller: ${seen}`, async () => {
    await using server = startSourceServer(sampleSources());
    server.fault = (_, path) => path.startsWith("yahoo/") ? answer() : null;
    assert.equal(await seenOfPrices(live(server)), seen);
  }));
}

Deno.test("a connection cut in mid-answer and an invalid certificate are each named to the caller who requests prices", async () => {
  const { certificate, key } = await loopbackCertificate();
  const options = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  const secret = Deno.serve({ ...options, cert: certificate, key }, () => new Response(CHART));
  const listener = Deno.listen(options);
  const cutting = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(4_096));
      await connection.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"));
      connection.close();
    }
  })();
  const urls = { yahoo: `http://127.0.0.1:${listener.addr.port}` };
  assert.equal(await seenOfPrices(live({ urls })), `${DATA}the connection to it broke`);
  urls.yahoo = `https://127.0.0.1:${secret.addr.port}`;
  assert.equal(await seenOfPrices(live({ urls })), `${DATA}its certificate is not valid`);
  listener.close();
  await Promise.all([cutting, secret.shutdown()]);
});

const NSE_HEADER =
  "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE";
const GOOD_LIST = sampleSources().list("nse") ?? "";
/** Faulty texts of an exchange's listing file, sent a day after a good one, each with the fault that is reported. */
const LIST_FAULTS: Readonly<Record<string, readonly [text: string, seen: string]>> = {
  "HTML with status 200 instead of CSV": ["<!doctype html><html></html>", 'there is no column "SYMBOL"'],
  "another layout": [GOOD_LIST.replace("SYMBOL", "Ticker"), 'there is no column "SYMBOL"'],
  "swapped columns": [
    GOOD_LIST.replaceAll(/^(EX\w+),([^,]*)/gm, "$2,$1"),
    "none of its rows can be read",
  ],
  "too few rows": [GOOD_LIST.split("\n").slice(0, 25).join("\n"), "it has only 24 rows, the last good list had 60"],
  "no rows": [NSE_HEADER, "none of its rows can be read"],
};

for (const [fault, [text, seen]] of Object.entries(LIST_FAULTS)) {
  Deno.test(`a listing file with ${fault} is reported: ${seen}; the last good list stays in use`, async () => {
    await using server = startSourceServer(sampleSources());
    const cache = memoryCache();
    const before = live(server, cache);
    assert.equal((await before.provider.listings?.("IN", before.context))?.items.length, 120);
    const { list } = server.content;
    server.content = { ...server.content, list: (id) => id === "nse" ? text : list(id) };
    const after = live(server, cache, NOW_MS + DAY_MS);
    const [nse] = await after.provider.refreshLists?.("due", after.context) ?? [];
    assert.deepEqual([nse.outcome, nse.fault], ["failed", `Cannot read the list of "nse": ${seen}`]);
    const { items, agesFrom } = await after.provider.listings?.("IN", after.context) ?? {};
    assert.deepEqual([items?.length, agesFrom], [120, before.context.now()]);
  });
}
