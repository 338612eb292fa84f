import type { Config } from "./config.ts";
import { marketDataPool as openMarketDataPool } from "./jobs/market_data_pool.ts";
import type { WorkerPool } from "./jobs/worker_pool.ts";
import { readerOfLarge } from "./market_data/market_reader.ts";
import type { MarketDataProvider } from "./market_data/provider.ts";
import { providerOfSetting } from "./market_data/provider_of_setting.ts";
import type { MarketReadings } from "./market_data/readings/mod.ts";
import { watchedProvider } from "./market_data/watched_provider.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { consoleLog, type Log } from "./runtime/log.ts";
import { type Random, systemRandom } from "./runtime/random.ts";
import { openTelemetry, type Telemetry } from "./runtime/telemetry.ts";
import type { Repositories } from "./store/mod.ts";

/**
 * Type of what the background work of a process needs, which is a small part of the service's code: a minute of a
 * hosted platform in which nothing happens loads no more than this.
 */
export interface BackgroundParts extends Repositories {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly marketData: MarketDataProvider;
  /** Worker pool that reads market data lists and prices, and builds search indices of lists. */
  readonly marketDataPool: WorkerPool<MarketReadings>;
}

export interface BackgroundPartsOptions {
  readonly config: Config;
  readonly repositories: Repositories;
  /** Provider of market data; absent means the provider that the settings name. */
  readonly marketData?: MarketDataProvider;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  readonly telemetry?: Telemetry;
}

const MARKET_DATA_COUNTERS = {
  request: "market_data.requests",
  retry: "market_data.retries",
  circuit_opened: "market_data.circuits_opened",
  cache_hit: "market_data.cache_hits",
} as const;

/** Builds what the background work of a process needs. It reads and writes nothing yet. */
export function createBackgroundParts({ config, repositories, ...given }: BackgroundPartsOptions): BackgroundParts {
  const { clock = systemClock, random = systemRandom, telemetry = openTelemetry() } = given;
  const log = given.log ?? consoleLog(config, { clock });
  const marketDataPool = openMarketDataPool();
  const source = given.marketData ?? providerOfSetting(config.marketData, {
    urls: config.providerUrls,
    cache: repositories.marketDataCache,
    maxAgeHours: config.universeMaxAgeHours,
    now: () => new Date(clock.now()).toISOString(),
    onEvent: (event, provider) => telemetry.count(MARKET_DATA_COUNTERS[event], { provider }),
    onUnreadable: (detail) => log.warn("market data file unreadable", { detail }),
    reader: readerOfLarge(marketDataPool),
  });
  const marketData = watchedProvider(
    source,
    (method) => telemetry.count("market_data.errors", { provider: source.id, method }),
  );
  return { ...repositories, config, clock, random, log, telemetry, marketData, marketDataPool };
}
