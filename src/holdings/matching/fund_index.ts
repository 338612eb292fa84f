import type { FundDetails, Listing, ListingRows } from "../../market_data/provider.ts";
import type { StatementLine } from "../statement.ts";
import { eachInTurns, type NextTurn } from "./each_in_turns.ts";
import { type Found, oneOf } from "./found_listing.ts";
import { isIsin } from "./isin.ts";
import { ListingMap } from "./listing_map.ts";
import { fundHouseKey, readSchemeName, type SchemeName } from "./scheme_name.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A fund without a value for longer is no more. */
const LIVING_DAYS = 30;

/** The schemes of mutual funds, by what statements call them. */
export class FundIndex {
  readonly #byIsin = new ListingMap();
  readonly #items: ListingRows<Listing>;
  #byName: Promise<ListingMap> | null = null;
  /** The latest day of which there is a value; empty where there is none. */
  #latest = "";

  private constructor(items: ListingRows<Listing>) {
    this.#items = items;
  }

  /** The index of a list. */
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

  /** What the ISIN is of; null where nothing is listed under it. */
  byIsin({ isin }: StatementLine): Found | null {
    return isin === null ? null : oneOf(this.#byIsin.get(isin), `its ISIN ${isin}`);
  }

  /** The scheme of a name, of its house, plan and option as far as they are told; null where there is none. */
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

  /** Those that have a value of late, where any has. */
  #living(listings: readonly Listing[]): readonly Listing[] {
    if (this.#latest === "") return listings;
    const since = new Date(Date.parse(this.#latest) - LIVING_DAYS * DAY_MS).toISOString().slice(0, 10);
    const living = listings.filter(({ fund }) => (fund?.navDate ?? "") >= since);
    return living.length === 0 ? listings : living;
  }

  /** Prepared when the first name is asked for. */
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

/** What one of the two does not tell does not part them; a list says of each scheme which plan it is of. */
function isOfForm(fund: FundDetails, listed: SchemeName, asked: SchemeName): boolean {
  const option = listed.option ?? fund.option;
  return (asked.plan === null || asked.plan === fund.plan) &&
    (asked.option === null || asked.option === option) &&
    ((asked.option === null && asked.frequency === "") || asked.frequency === listed.frequency) &&
    (asked.dividend === null || listed.dividend === null || asked.dividend === listed.dividend);
}
