import { registry } from "../../domain/registry.ts";
import type { MarketDataCache } from "../cache.ts";
import type { MarketReader } from "../market_reader.ts";
import type { MarketDataProvider, ProviderId } from "../provider.ts";
import type { Source } from "../source.ts";
import { amfi } from "./amfi.ts";
import { bse } from "./bse.ts";
import { filesProvider } from "./files.ts";
import { liveProvider, type MarketDataEvent } from "./live.ts";
import { mfapi } from "./mfapi.ts";
import { nasdaqTrader } from "./nasdaq_trader.ts";
import { nse } from "./nse.ts";
import { sample } from "./sample.ts";
import { yahoo } from "./yahoo.ts";

/** Settings and services that a market data provider is created with. */
export interface ProviderParts {
  /** Base addresses from the settings that replace those of data sources, by source id. */
  readonly urls: Readonly<Record<string, string>>;
  readonly cache: MarketDataCache;
  /** Greatest age of an asset list in hours before it counts as too old. */
  readonly maxAgeHours: number;
  /** Returns the current time, ISO 8601 UTC. */
  now(): string;
  readonly onEvent?: (event: MarketDataEvent, provider: ProviderId) => void;
  /** Receives a sentence about a file of market data that cannot be read; only its own assets then lack prices. */
  readonly onUnreadable?: (sentence: string) => void;
  /** Reader that runs long computations on market data; the current thread runs them if absent. */
  readonly reader?: MarketReader;
}

/** A provider that `MARKET_DATA` can name by the word before its colon; `place` is the text after the colon. */
export interface ProviderDefinition {
  readonly id: ProviderId;
  open(place: string, parts: ProviderParts): MarketDataProvider;
}

/**
 * Data sources that the `live` provider asks, in order of preference: the first that has the kind of asset, then the
 * next where it fails.
 */
export const SOURCES = registry<Source>([nse, bse, amfi, mfapi, nasdaqTrader, yahoo]);

/** Market data providers that the `MARKET_DATA` setting chooses from. */
export const PROVIDERS = registry<ProviderDefinition>([
  { id: "sample", open: () => sample },
  { id: "files", open: (folder, parts) => filesProvider(folder, parts) },
  { id: "live", open: (_, parts) => liveProvider({ ...parts, sources: [...SOURCES] }) },
]);
