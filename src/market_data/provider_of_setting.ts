import { DomainError } from "../domain/errors.ts";
import type { MarketDataProvider } from "./provider.ts";
import { filesProvider } from "./providers/files.ts";
import { sample } from "./providers/sample.ts";

/**
 * The source of market data that a `MARKET_DATA` setting names: `sample` or `files:<folder>`. Throws
 * `market_data_unavailable` for one that is not available.
 */
export function providerOfSetting(setting: string): MarketDataProvider {
  if (setting === "sample") return sample;
  if (setting.startsWith("files:")) return filesProvider(setting.slice("files:".length));
  throw new DomainError("market_data_unavailable", `Cannot use market data "${setting}": it is not available yet`);
}
