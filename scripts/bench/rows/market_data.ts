import { type AssetId, assetId } from "../../../src/domain/asset.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import { loadHistory } from "../../../src/jobs/kinds/load_history.ts";
import { marketDataPool } from "../../../src/jobs/market_data_pool.ts";
import { type MarketReader, readerOfLarge } from "../../../src/market_data/market_reader.ts";
import { liveProvider } from "../../../src/market_data/providers/live.ts";
import { yahoo } from "../../../src/market_data/providers/yahoo.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { systemRandom } from "../../../src/runtime/random.ts";
import { openStore, type Store } from "../../../src/store/open_store.ts";
import { type BenchSources, benchSources } from "../bench_sources.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { weekdays } from "../weekdays.ts";

const ASSETS: readonly AssetId[] = Array.from({ length: 500 }, (_, i) => assetId(`NSE:EX${i}`));
const DAYS = weekdays(2_520);
const CACHED_AT_MOST_MS = 1_000;
const TAIL_AT_MOST_MS = 8_000;
const PAUSE_AT_MOST_MS = 50;
const TAIL_ROWS = 60;
const ROUNDS = 5;
const TICK_MS = 5;

/**
 * Benchmark row of ten years of prices of 500 stocks: from a source, from the cache, and the missing last days from the
 * source.
 */
export const marketData: ServiceRow = { id: "market data: 500 assets x 10 years", measure };

async function measure(): Promise<ServiceAnswer> {
  await using bench = await openBench();
  const before = DAYS[DAYS.length - 1 - TAIL_ROWS];
  const first = await bench.load(before);
  const cached = [];
  for (let round = 0; round < ROUNDS; round++) cached.push(await bench.load(before));
  const tail = await bench.load(DAYS[DAYS.length - 1]);
  const leastMs = Math.min(...cached.map(({ ms }) => ms));
  return {
    figures: [
      { name: "whole histories from a source of 50 ms", value: first.ms, unit: "ms" },
      { name: "from what is kept, least of 5", value: leastMs, unit: "ms" },
      { name: `${TAIL_ROWS} missing days from a source of 50 ms`, value: tail.ms, unit: "ms" },
      { name: "longest pause of the thread beside the tail", value: tail.pauseMs, unit: "ms" },
    ],
    promises: [
      { name: "from what is kept", value: leastMs, unit: "ms", at_most: CACHED_AT_MOST_MS },
      { name: "missing days", value: tail.ms, unit: "ms", at_most: TAIL_AT_MOST_MS },
      { name: "pause of the thread", value: tail.pauseMs, unit: "ms", at_most: PAUSE_AT_MOST_MS },
    ],
  };
}

interface Loaded {
  readonly ms: number;
  /** Longest pause in milliseconds during which loading prices kept the thread from handling any other event. */
  readonly pauseMs: number;
}

interface Bench extends AsyncDisposable {
  /** Loads the prices of all assets of the benchmark up to a day, as if it were the evening of that day. */
  load(day: string): Promise<Loaded>;
}

async function openBench(): Promise<Bench> {
  const folder = await Deno.makeTempDir();
  const sources = await benchSources();
  const pool = marketDataPool();
  const store = await openStore({
    path: `${folder}/kv.sqlite3`,
    planLimits: PLAN_LIMITS,
    clock: systemClock,
    random: systemRandom,
  });
  return {
    load: (day) => loadedUpTo(day, { store, urls: sources.urls, reader: readerOfLarge(pool) }),
    async [Symbol.asyncDispose]() {
      pool.close();
      sources[Symbol.dispose]();
      store.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * Loads prices up to a day by a new market data provider, which remembers as little as a process that has just started.
 */
async function loadedUpTo(
  day: string,
  { store, urls, reader }: { store: Store; reader: MarketReader } & Pick<BenchSources, "urls">,
): Promise<Loaded> {
  const now = (): string => `${day}T18:00:00.000Z`;
  const cache = store.marketDataCache;
  const provider = liveProvider({ sources: [yahoo], urls, cache, maxAgeHours: 24, now, reader });
  const context = { signal: new AbortController().signal, now };
  let [pauseMs, last] = [0, performance.now()];
  const ticks = setInterval(() => {
    const at = performance.now();
    pauseMs = Math.max(pauseMs, at - last - TICK_MS);
    last = at;
  }, TICK_MS);
  try {
    const began = performance.now();
    const question = { assets: ASSETS, market: "IN" as const, end_date: day, closes: false };
    const { history } = await loadHistory(question, provider, context);
    if (history.table.dates.at(-1) !== day) throw new Error(`Cannot find the prices of ${day}`);
    return { ms: performance.now() - began, pauseMs };
  } finally {
    clearInterval(ticks);
  }
}
