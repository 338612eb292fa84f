import { HOUR_MS, isoTimestamp, MINUTE_MS } from "../../src/domain/instant.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type {
  CacheStatus,
  FetchContext,
  HostStatus,
  ListStatus,
  MarketDataProvider,
  RefreshedList,
} from "../../src/market_data/provider.ts";
import { providerOfSetting } from "../../src/market_data/provider_of_setting.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Command } from "./command.ts";

const REFRESH = "--refresh";
const MARKETS = ["IN", "MF", "US"] as const;

export const marketData: Command = {
  name: "market-data",
  parameters: [],
  options: [REFRESH],
  summary: "Shows the lists, the stored prices and the state of the hosts of sources; --refresh fetches every list",
  async run(_values, { config, given, print, store }) {
    const now = (): string => isoTimestamp(systemClock.now());
    const { marketDataCache } = await store();
    const provider = providerOfSetting(config.marketData, {
      urls: config.providerUrls,
      cache: marketDataCache,
      maxAgeHours: config.universeMaxAgeHours,
      now,
    });
    const context = { signal: new AbortController().signal, now };
    print(`market data: ${config.marketData}`);
    const refreshed = given.has(REFRESH) ? await provider.refreshLists?.("all", context) ?? null : null;
    if (given.has(REFRESH) && refreshed === null) print(`"${provider.id}" fetches no lists: there is none to refresh`);
    for (const list of refreshed ?? []) print(outcomeLine(list));
    if (provider.status === undefined) {
      for (const market of MARKETS) print(await marketLine(provider, market, context));
      for (const sentence of await provider.unreadableFiles?.(context) ?? []) print(`unreadable: ${sentence}`);
      return;
    }
    const { lists, cache, hosts } = await provider.status(context);
    for (const list of lists) print(listLine(list, context));
    print(cacheLine(cache));
    for (const host of hosts) print(hostLine(host));
    if (hosts.length === 0) print("hosts: no circuit was ever open");
    const failed = (refreshed ?? []).filter(({ outcome }) => outcome === "failed");
    if (failed.length > 0) throw new DomainError("market_data_unavailable", whatFailed(failed));
  },
};

/**
 * Returns the sentence about market data lists whose refresh failed: those that keep an older list, and those that have
 * none.
 */
function whatFailed(failed: readonly RefreshedList[]): string {
  const [kept, none] = [failed.filter(({ source }) => source !== null), failed.filter(({ source }) => source === null)];
  const named = (lists: readonly RefreshedList[]): string => lists.map(({ list }) => list).join(", ");
  return [
    ...kept.length > 0 ? [`Cannot refresh ${named(kept)}: the last good list stays`] : [],
    ...none.length > 0 ? [`Cannot fetch ${named(none)}: there is no earlier list to use`] : [],
  ].join("; ");
}

function outcomeLine({ list, outcome, rows, fault }: RefreshedList): string {
  return `refreshed ${list}: ${outcome}, ${fault ?? `${rows} rows`}`;
}

function listLine(
  { list, market, source, asOf, fetchedAt, agesFrom, rows }: ListStatus,
  context: FetchContext,
): string {
  const cells = source === null ? ["none yet"] : [
    `from ${source}`,
    `as of ${asOf ?? "an unknown day"}`,
    `fetched ${fetchedAt}`,
    `${rows} rows`,
    ageText(agesFrom, context),
  ];
  return [`list ${list}`, market, ...cells].join("  ");
}

/**
 * Returns the line that `admin market-data` prints for the listed assets of one market: the day of the list, the number
 * of assets and the age of the list. It serves providers of market data that keep no status of their lists.
 */
async function marketLine(
  provider: MarketDataProvider,
  market: (typeof MARKETS)[number],
  context: FetchContext,
): Promise<string> {
  const found = await provider.listings?.(market, context);
  if (found === undefined || found.items.length === 0) return `market ${market}  none`;
  const { source, asOf, items, agesFrom } = found;
  const cells = [
    `from ${source}`,
    `as of ${asOf ?? "an unknown day"}`,
    `${items.length} rows`,
    ageText(agesFrom, context),
  ];
  return [`market ${market}`, ...cells].join("  ");
}

function ageText(agesFrom: string | null, { now }: FetchContext): string {
  if (agesFrom === null) return "never too old";
  const ageMs = Math.max(0, Date.parse(now()) - Date.parse(agesFrom));
  return `${Math.floor(ageMs / HOUR_MS)} h ${Math.floor((ageMs % HOUR_MS) / MINUTE_MS)} min old`;
}

function cacheLine(cache: CacheStatus | null): string {
  if (cache === null) return "prices: none are kept";
  const oldest = cache.oldestFetchedAt === null ? "" : `  oldest fetched ${cache.oldestFetchedAt}`;
  return `prices: ${cache.assets} histories  ${cache.bytes} bytes${oldest}`;
}

function hostLine({ host, provider, circuit, since, until, lastFault }: HostStatus): string {
  const open = until === null ? "" : ` until ${until}`;
  return [`host ${host}`, provider, `${circuit}${open} since ${since}`, ...lastFault === null ? [] : [lastFault]].join(
    "  ",
  );
}
