import type { Market } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { FetchContext, Listings, MarketDataProvider } from "./provider.ts";

/** Milliseconds for which a fetched asset list is reused, so that hundreds of calls a second cause one look-up. */
const SAME_FOR_MS = 1_000;
/** Shortest time between two refreshes of asset lists that are too old, in milliseconds. */
const RETRY_MS = 30_000;
const RETRY_SECONDS = 60;
/**
 * Longest time that a caller waits for the refresh of an asset list that is too old, in milliseconds. The refresh goes
 * on and serves the next caller.
 */
const PATIENCE_MS = 5_000;

export interface CurrentListsOptions {
  readonly maxAgeHours: number;
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
}

/**
 * Returns the asset lists of a market data provider for the asset catalogue. The method `current` refreshes a list
 * first that is too old.
 */
export class CurrentLists {
  readonly #provider: MarketDataProvider;
  readonly #options: CurrentListsOptions;
  readonly #found = new Map<Market, { readonly atMs: number; readonly listings: Promise<Listings> }>();
  #refresh: { readonly atMs: number; readonly done: Promise<unknown> } | null = null;

  constructor(provider: MarketDataProvider, options: CurrentListsOptions) {
    this.#provider = provider;
    this.#options = options;
  }

  /**
   * Returns the last good asset list of a market, even if it is older than `maxAgeHours`. Throws
   * `market_data_unavailable` where the provider has no usable list.
   */
  lastGood(market: Market): Promise<Listings> {
    const atMs = this.#options.now();
    const known = this.#found.get(market);
    if (known !== undefined && Math.abs(atMs - known.atMs) < SAME_FOR_MS) return known.listings;
    const listings = this.#ask(market);
    this.#found.set(market, { atMs, listings });
    listings.catch(() => this.#found.delete(market));
    return listings;
  }

  /**
   * Returns the asset list of a market if it is complete and recent enough, and refreshes an old one first. Throws
   * `universe_unavailable` where the list stays too old, is not complete or there is none.
   */
  async current(market: Market): Promise<Listings> {
    const found = await this.#complete(market);
    if (!this.#isTooOld(found)) return found;
    await withinMs(this.#refreshed(), PATIENCE_MS);
    this.#found.delete(market);
    const refreshed = await this.#complete(market);
    if (!this.#isTooOld(refreshed)) return refreshed;
    const { maxAgeHours } = this.#options;
    throw unavailable(
      `Cannot show the universe: its lists were fetched at ${refreshed.agesFrom}, more than ${maxAgeHours} hours ago, ` +
        "and could not be refreshed",
    );
  }

  #isTooOld({ agesFrom }: Listings): boolean {
    if (agesFrom === null) return false;
    return this.#options.now() - Date.parse(agesFrom) > this.#options.maxAgeHours * HOUR_MS;
  }

  /** Returns the last good asset list of a market. Throws `universe_unavailable` where it lacks a published list. */
  async #complete(market: Market): Promise<Listings> {
    const found = await this.#lastGoodOfUniverse(market);
    const [missing] = found.missingLists ?? [];
    if (missing === undefined) return found;
    throw unavailable(
      `Cannot show the universe: the market data has no "${missing}", and prices and index lists alone list no ticker; ` +
        'add the published file to "listings"',
    );
  }

  async #lastGoodOfUniverse(market: Market): Promise<Listings> {
    try {
      return await this.lastGood(market);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "market_data_unavailable") throw error;
      throw unavailable(error.message);
    }
  }

  async #ask(market: Market): Promise<Listings> {
    const found = await this.#provider.listings?.(market, this.#context());
    if (found !== undefined) return found;
    throw new DomainError(
      "market_data_unavailable",
      `Cannot list market ${market}: "${this.#provider.id}" has no list`,
    );
  }

  /**
   * Refreshes the asset lists that are due. All callers share one refresh, and the next one starts after 30 s at the
   * earliest.
   */
  #refreshed(): Promise<unknown> {
    const atMs = this.#options.now();
    if (this.#refresh !== null && Math.abs(atMs - this.#refresh.atMs) < RETRY_MS) return this.#refresh.done;
    const done = this.#provider.refreshLists?.("due", this.#context()) ?? Promise.resolve();
    this.#refresh = { atMs, done };
    return done;
  }

  /**
   * Returns a signal and a clock for fetching market data. No caller can abort the signal, because all waiting callers
   * share the fetched lists.
   */
  #context(): FetchContext {
    const { now } = this.#options;
    return { signal: new AbortController().signal, now: () => new Date(now()).toISOString() };
  }
}

async function withinMs(done: Promise<unknown>, waitMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  try {
    await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(detail: string): DomainError {
  return new DomainError("universe_unavailable", detail, { retryAfterSeconds: RETRY_SECONDS });
}
