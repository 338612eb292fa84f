import { DomainError } from "../domain/errors.ts";
import type { MarketDataProvider } from "./provider.ts";
import { type ProviderParts, PROVIDERS } from "./providers/mod.ts";

/**
 * Creates the market data provider that a `MARKET_DATA` setting names: `sample`, `files:<folder>` or `live`. Throws
 * `market_data_unavailable` for an unknown provider.
 */
export function providerOfSetting(setting: string, parts: ProviderParts): MarketDataProvider {
  const [id] = setting.split(":", 1);
  const provider = PROVIDERS.get(id);
  if (provider !== undefined) return provider.open(setting.slice(id.length + 1), parts);
  throw new DomainError("market_data_unavailable", `Cannot use market data "${setting}": there is no such provider`);
}
