import type { Listing, ListingRows } from "../../market_data/provider.ts";
import type { StatementLine } from "../statement.ts";
import { companyKey } from "./company_name.ts";
import { eachInTurns, type NextTurn } from "./each_in_turns.ts";
import { type Found, oneOf } from "./found_listing.ts";
import { areOfOneIssue, isIsin } from "./isin.ts";
import { ListingMap } from "./listing_map.ts";

/** Regular expression for a series suffix of an NSE symbol, as in `RELIANCE-BE`, but not the end of `BAJAJ-AUTO`. */
const SERIES = /-[A-Z0-9]{1,2}$/;
/**
 * Regular expression for the end of a symbol whose series is one of debt or of rights: bonds, government securities,
 * warrants and entitlements. Such a line without an ISIN is not the share of its issuer.
 */
const SERIES_OF_NO_SHARE = /-(?:N[A-Z0-9]?|Y[A-Z0-9]|Z[A-Z0-9]|G[BSC]|TB|SG|W\d?|R[E1-9]|F)$/;

/** Index of the shares listed in India by ISIN, symbol and name. */
export class StockIndex {
  readonly #byIsin = new ListingMap();
  readonly #bySymbol = new ListingMap();
  readonly #items: ListingRows<Listing>;
  #byName: Promise<ListingMap> | null = null;

  private constructor(items: ListingRows<Listing>) {
    this.#items = items;
  }

  /**
   * Builds the index by ISIN and symbol of a list of shares. The index by name is built when a name is first looked up.
   */
  static async of(items: ListingRows<Listing>, nextTurn: NextTurn): Promise<StockIndex> {
    const index = new StockIndex(items);
    await eachInTurns(items, (listing) => {
      if (listing.isin !== null) index.#byIsin.add(listing.isin, listing);
      index.#bySymbol.add(listing.securityId ?? listing.symbol, listing);
    }, { nextTurn });
    return index;
  }

  /**
   * Returns the share with the ISIN of a statement line, or a reason where several shares have it. Returns null where
   * the line has no ISIN or nothing is listed under it.
   */
  byIsin({ isin }: StatementLine): Found | null {
    return isin === null ? null : oneOf(this.#byIsin.get(isin), `its ISIN ${isin}`);
  }

  /**
   * Returns the share with the symbol of a statement line, or else with its name, or a reason where several shares fit.
   * Returns null where no share that may have the ISIN of the line is listed under either.
   */
  async byWords({ symbol, name, isin }: StatementLine, nextTurn: NextTurn): Promise<Found | null> {
    const fitting = (listings: readonly Listing[]): readonly Listing[] =>
      listings.filter((listing) => mayBe(listing, isin));
    if (symbol !== null) {
      const upper = symbol.toUpperCase();
      const isOfNoShare = (isin === null || !isIsin(isin)) && SERIES_OF_NO_SHARE.test(upper);
      for (const one of isOfNoShare ? [upper] : [upper, upper.replace(SERIES, "")]) {
        const found = oneOf(ofFirstExchange(fitting(this.#bySymbol.get(one))), `its symbol "${one}"`);
        if (found !== null) return found;
      }
    }
    const key = companyKey(name);
    return key === "" ? null : oneOf(fitting((await this.#named(nextTurn)).get(key)), `its name "${name}"`);
  }

  /**
   * Returns the index of shares by company name. It is built only when a name is first looked up, because most
   * statements have ISINs.
   */
  #named(nextTurn: NextTurn): Promise<ListingMap> {
    this.#byName ??= (async () => {
      const byName = new ListingMap();
      await eachInTurns(this.#items, (listing) => byName.add(companyKey(listing.name), listing), { nextTurn });
      return byName;
    })();
    return this.#byName;
  }
}

/**
 * Returns the listings on the National Stock Exchange, or all where there are none: the same symbol may belong to
 * different companies on different exchanges.
 */
function ofFirstExchange(listings: readonly Listing[]): readonly Listing[] {
  const first = listings.filter(({ exchange }) => exchange === "NSE");
  return first.length > 0 ? first : listings;
}

/**
 * Whether a listing can be the security of a statement line with an ISIN: one of the two ISINs is missing, that of the
 * line is invalid, or both are of the same share, possibly before and after a split.
 */
function mayBe(listing: Listing, isin: string | null): boolean {
  return isin === null || !isIsin(isin) || listing.isin === null || areOfOneIssue(listing.isin, isin);
}
