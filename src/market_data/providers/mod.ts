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

/** What a provider is made with. */
export interface ProviderParts {
  /** Addresses of sources that are elsewhere, by their ids. */
  readonly urls: Readonly<Record<string, string>>;
  readonly cache: MarketDataCache;
  /** How old lists may become. */
  readonly maxAgeHours: number;
  /** ISO 8601 UTC. */
  now(): string;
  readonly onEvent?: (event: MarketDataEvent, provider: ProviderId) => void;
  /** Does what would hold up this thread; this thread if absent. */
  readonly reader?: MarketReader;
}

/** A provider by the word of `MARKET_DATA` before a colon; `place` is what is behind it. */
export interface ProviderDefinition {
  readonly id: ProviderId;
  open(place: string, parts: ProviderParts): MarketDataProvider;
}

/** What `live` asks, in order of preference: the first that has a kind of asset, then the next where it fails. */
export const SOURCES = registry<Source>([nse, bse, amfi, mfapi, nasdaqTrader, yahoo]);

/** What `MARKET_DATA` chooses from. */
export const PROVIDERS = registry<ProviderDefinition>([
  { id: "sample", open: () => sample },
  { id: "files", open: (folder) => filesProvider(folder) },
  { id: "live", open: (_, parts) => liveProvider({ ...parts, sources: [...SOURCES] }) },
]);
