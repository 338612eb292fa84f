import type { FetchContext, MarketDataProvider } from "./provider.ts";

/** Type of the names of the provider methods whose failures are watched. They may send requests to data sources. */
export type ProviderMethod = Exclude<keyof MarketDataProvider, "id" | "prepare" | "status" | "unreadableFiles">;

/**
 * Wraps a provider so that `onError` is called with the name of each `ProviderMethod` that fails. A call that its
 * caller aborted is no failure. Methods that the provider lacks stay absent.
 */
export function watchedProvider(
  provider: MarketDataProvider,
  onError: (method: ProviderMethod) => void,
): MarketDataProvider {
  const {
    prepare,
    listings,
    refreshLists,
    status,
    unreadableFiles,
    benchmarks,
    lastSession,
    hasHistory,
    prices,
    benchmark,
    riskFreeRate,
  } = provider;
  const watch = async <Found>(
    method: ProviderMethod,
    { signal }: FetchContext,
    ask: () => Promise<Found>,
  ): Promise<Found> => {
    try {
      return await ask();
    } catch (error) {
      if (!signal.aborted) onError(method);
      throw error;
    }
  };
  return {
    id: provider.id,
    ...prepare && { prepare: () => prepare.call(provider) },
    ...listings && {
      listings: (market, context) => watch("listings", context, () => listings.call(provider, market, context)),
    },
    ...refreshLists && {
      refreshLists: (which, context) =>
        watch("refreshLists", context, () => refreshLists.call(provider, which, context)),
    },
    ...status && { status: (context) => status.call(provider, context) },
    ...unreadableFiles && { unreadableFiles: (context) => unreadableFiles.call(provider, context) },
    ...benchmarks && {
      benchmarks: (context) => watch("benchmarks", context, () => benchmarks.call(provider, context)),
    },
    ...lastSession && {
      lastSession: (assets, day, context) =>
        watch("lastSession", context, () => lastSession.call(provider, assets, day, context)),
    },
    ...hasHistory && {
      hasHistory: (asset, context) => watch("hasHistory", context, () => hasHistory.call(provider, asset, context)),
    },
    ...prices && {
      prices: (asset, range, context) => watch("prices", context, () => prices.call(provider, asset, range, context)),
    },
    ...benchmark && {
      benchmark: (id, range, context) =>
        watch("benchmark", context, () => benchmark.call(provider, id, range, context)),
    },
    ...riskFreeRate && {
      riskFreeRate: (market, range, context) =>
        watch("riskFreeRate", context, () => riskFreeRate.call(provider, market, range, context)),
    },
  };
}
