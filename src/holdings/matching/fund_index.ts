import type { FundDetails, Listing, ListingRows } from "../../market_data/provider.ts";
import type { StatementLine } from "../statement.ts";
import { eachInTurns, type NextTurn } from "./each_in_turns.ts";
import { type Found, oneOf } from "./found_listing.ts";
import { isIsin } from "./isin.ts";
import { ListingMap } from "./listing_map.ts";
import { fundHouseKey, readSchemeName, type SchemeName } from "./scheme_name.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * Number of days by which the last net asset value of a fund may be older than the newest one in the list of funds. A
 * fund whose value is older counts as closed.
 */
const LIVING_DAYS = 30;

/** Index of mutual fund schemes by ISIN and by name. */
export class FundIndex {
  readonly #byIsin = new ListingMap();
  readonly #items: ListingRows<Listing>;
  #byName: Promise<ListingMap> | null = null;
  /** Latest date of a net asset value in the list of funds, `YYYY-MM-DD`; empty where no fund has a value. */
  #latest = "";

  private constructor(items: ListingRows<Listing>) {
    this.#items = items;
  }

  /** Builds the index by ISIN of a list of funds. The index by name is built when a name is first looked up. */
  static async of(items: ListingRows<Listing>, nextTurn: NextTurn): Promise<FundIndex> {
    const index = new FundIndex(items);
    await eachInTurns(items, (listing) => {
      if (listing.isin !== null) index.#byIsin.add(listing.isin, listing);
      const reinvestmentIsin = listing.fund?.reinvestmentIsin;
      if (reinvestmentIsin !== undefined) index.#byIsin.add(reinvestmentIsin, listing);
      const day = listing.fund?.navDate ?? "";
      if (day > index.#latest) index.#latest = day;
    }, { nextTurn });
    return index;
  }

  /**
   * Returns the fund with the ISIN of a statement line, or a reason where several funds have it. Returns null where the
   * line has no ISIN or no fund is listed under it.
   */
  byIsin({ isin }: StatementLine): Found | null {
    return isin === null ? null : oneOf(this.#byIsin.get(isin), `its ISIN ${isin}`);
  }

  /**
   * Returns the fund with the name of a statement line that also matches its fund house, plan and option where they are
   * stated. A line with a valid ISIN matches only funds that are listed without an ISIN. Of several matching funds,
   * closed ones are left out; returns a reason where several remain, and null where no fund matches.
   */
  async byWords({ name, amc, isin }: StatementLine, nextTurn: NextTurn): Promise<Found | null> {
    const asked = readSchemeName(name);
    const house = amc === null ? null : fundHouseKey(amc);
    const named = (await this.#named(nextTurn)).get(asked.key);
    const fitting = named.filter(({ fund, isin: listed, name }) =>
      fund !== null && isOfHouse(fund, house) && isOfForm(fund, readSchemeName(name), asked) &&
      (isin === null || !isIsin(isin) || listed === null)
    );
    return oneOf(fitting.length > 1 ? this.#living(fitting) : fitting, `its name "${name}"`);
  }

  /**
   * Returns those of the given funds that do not count as closed (see `LIVING_DAYS`), or all of them where every one
   * does.
   */
  #living(listings: readonly Listing[]): readonly Listing[] {
    if (this.#latest === "") return listings;
    const since = new Date(Date.parse(this.#latest) - LIVING_DAYS * DAY_MS).toISOString().slice(0, 10);
    const living = listings.filter(({ fund }) => (fund?.navDate ?? "") >= since);
    return living.length === 0 ? listings : living;
  }

  /** Returns the index of funds by name, which is built when a name is first looked up. */
  #named(nextTurn: NextTurn): Promise<ListingMap> {
    this.#byName ??= (async () => {
      const byName = new ListingMap();
      await eachInTurns(this.#items, (listing) => byName.add(readSchemeName(listing.name).key, listing), { nextTurn });
      return byName;
    })();
    return this.#byName;
  }
}

function isOfHouse({ amc }: FundDetails, house: string | null): boolean {
  const listed = fundHouseKey(amc);
  return house === null || listed === "" || listed === house;
}

/**
 * Whether a listed fund matches the plan, the option, the dividend frequency and the dividend payment (payout or
 * reinvestment) of a name. What the name leaves out matches any fund, but a name with an option and without a frequency
 * matches only funds without a frequency. A fund that does not state its dividend payment matches both kinds.
 */
function isOfForm(fund: FundDetails, listed: SchemeName, asked: SchemeName): boolean {
  const option = listed.option ?? fund.option;
  return (asked.plan === null || asked.plan === fund.plan) &&
    (asked.option === null || asked.option === option) &&
    ((asked.option === null && asked.frequency === "") || asked.frequency === listed.frequency) &&
    (asked.dividend === null || listed.dividend === null || asked.dividend === listed.dividend);
}
