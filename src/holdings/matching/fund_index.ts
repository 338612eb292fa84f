import type { AssetId } from "../../domain/asset.ts";
import { livingSince } from "../../domain/living_since.ts";
import type { FundDetails, Listing, ListingRows } from "../../market_data/provider.ts";
import type { StatementLine } from "../statement.ts";
import { eachInTurns, type NextTurn } from "./each_in_turns.ts";
import { type Found, oneOf } from "./found_listing.ts";
import { isIsin } from "./isin.ts";
import { ListingMap } from "./listing_map.ts";
import { fundHouseKey, readSchemeName, type SchemeName } from "./scheme_name.ts";

export interface FundIndexOptions {
  /**
   * Funds as lists described them before: under a former name, or under a code that is in no list any more. None if
   * absent.
   */
  readonly former?: readonly ListingRows<Listing>[];
}

/** Indexes of funds by their normalised names. */
interface FundNames {
  readonly present: ListingMap;
  /** Index of living and closed funds by the former names that their names have in parentheses. */
  readonly noted: ListingMap;
  /** Index of funds as lists described them before. */
  readonly former: ListingMap;
}

/** Properties of a statement line that a fund must have to be matched by its name. */
interface AskedFund {
  readonly name: SchemeName;
  /** Normalised name of the fund house; null where the line does not say. */
  readonly house: string | null;
  readonly isin: string | null;
}

/**
 * Index of mutual fund schemes by ISIN and by name. Where several have one ISIN or one name, those that live count: the
 * ones whose last net asset value is not much older than the newest of the list.
 */
export class FundIndex {
  readonly #byIsin = new ListingMap();
  /** Funds that lists described before under another name, by their asset ids. */
  readonly #byAsset = new ListingMap();
  readonly #items: ListingRows<Listing>;
  readonly #former: readonly ListingRows<Listing>[];
  #byName: Promise<FundNames> | null = null;
  /** Latest date of a net asset value in the list of funds, `YYYY-MM-DD`; empty where no fund has a value. */
  #latest = "";

  private constructor(items: ListingRows<Listing>, former: readonly ListingRows<Listing>[]) {
    this.#items = items;
    this.#former = former;
  }

  /** Builds the index by ISIN of a list of funds. The index by name is built when a name is first looked up. */
  static async of(
    items: ListingRows<Listing>,
    nextTurn: NextTurn,
    { former = [] }: FundIndexOptions = {},
  ): Promise<FundIndex> {
    const index = new FundIndex(items, former);
    const renamed = new Set<AssetId>();
    for (const rows of former) await eachInTurns(rows, ({ asset }) => void renamed.add(asset), { nextTurn });
    await eachInTurns(items, (listing) => {
      if (renamed.has(listing.asset)) index.#byAsset.add(listing.asset, listing);
      if (listing.isin !== null) index.#byIsin.add(listing.isin, listing);
      const reinvestmentIsin = listing.fund?.reinvestmentIsin;
      if (reinvestmentIsin !== undefined) index.#byIsin.add(reinvestmentIsin, listing);
      const day = listing.fund?.navDate ?? "";
      if (day > index.#latest) index.#latest = day;
    }, { nextTurn });
    return index;
  }

  /**
   * Returns the living fund with the ISIN of a statement line, or a reason where several funds fit. Returns null where
   * the line has no ISIN or no fund is listed under it.
   */
  byIsin({ isin }: StatementLine): Found | null {
    return isin === null ? null : oneOf(this.#livingIfAny(this.#byIsin.get(isin)), `its ISIN ${isin}`);
  }

  /**
   * Returns the fund with the name of a statement line that also matches its fund house, plan and option where they are
   * stated. A line with a valid ISIN matches only funds that are listed without an ISIN. A living fund of this name
   * goes first, then a living one that formerly had it, then a closed one; several closed ones leave open which of
   * them is meant. Returns a reason where several fit, and null where no fund matches.
   */
  async byWords({ name, amc, isin }: StatementLine, nextTurn: NextTurn): Promise<Found | null> {
    const asked = { name: readSchemeName(name), house: amc === null ? null : fundHouseKey(amc), isin };
    const what = `its name "${name}"`;
    const names = await this.#named(nextTurn);
    const present = names.present.get(asked.name.key).filter((listing) => isAsked(listing, asked));
    const living = present.filter((listing) => this.#isLiving(listing));
    if (living.length > 0) return oneOf(living, what);
    if (present.length > 1) return oneOf(present, what);
    return oneOf(this.#formerlyNamed(asked, names, present), what) ?? oneOf(present, what);
  }

  /** Returns the living funds that formerly had a name: by their own words, by a list before, or by a shared ISIN. */
  #formerlyNamed(asked: AskedFund, names: FundNames, present: readonly Listing[]): readonly Listing[] {
    const { key } = asked.name;
    // The fund house may have changed with the name, and its former name then begins with the former house.
    const ofAnyHouse = asked.house !== null && key.startsWith(asked.house) ? { ...asked, house: null } : asked;
    const noted = names.noted.get(key).filter((listing) => isAsked(listing, ofAnyHouse));
    const before = [...present, ...names.former.get(key).filter((listing) => isAsked(listing, asked))];
    const successors = before.flatMap(({ asset, isin }) => [
      ...this.#byAsset.get(asset),
      ...isin === null ? [] : this.#byIsin.get(isin),
    ]).filter((listing) => isAsked(listing, { ...asked, house: null }));
    return [...new Set([...noted, ...successors])].filter((listing) => this.#isLiving(listing));
  }

  /** Returns those of the given funds that live, or all of them where none does. */
  #livingIfAny(listings: readonly Listing[]): readonly Listing[] {
    const living = listings.length > 1 ? listings.filter((listing) => this.#isLiving(listing)) : [];
    return living.length === 0 ? listings : living;
  }

  /** Whether a fund lives (see `livingSince`). Without a single value in the list every fund does. */
  #isLiving({ fund }: Listing): boolean {
    return this.#latest === "" || (fund?.navDate ?? "") >= livingSince(this.#latest);
  }

  /** Returns the indexes of funds by name, which are built when a name is first looked up. */
  #named(nextTurn: NextTurn): Promise<FundNames> {
    this.#byName ??= (async () => {
      const names = { present: new ListingMap(), noted: new ListingMap(), former: new ListingMap() };
      await eachInTurns(this.#items, (listing) => {
        const { key, formerKeys } = readSchemeName(listing.name);
        names.present.add(key, listing);
        for (const former of withHouse(formerKeys, listing)) names.noted.add(former, listing);
      }, { nextTurn });
      for (const rows of this.#former) {
        await eachInTurns(rows, (listing) => names.former.add(readSchemeName(listing.name).key, listing), { nextTurn });
      }
      return names;
    })();
    return this.#byName;
  }
}

/**
 * Returns former names of a fund, and also each after the name of its fund house, because a note may leave the house
 * out: "ICICI Prudential Value Fund (erstwhile Value Discovery Fund)".
 */
function withHouse(formerKeys: readonly string[], { fund }: Listing): readonly string[] {
  const house = fundHouseKey(fund?.amc ?? "");
  return formerKeys.flatMap((key) => house === "" || key.startsWith(house) ? [key] : [key, house + key]);
}

/** Whether a fund has the house and the form that are asked for, and may have the ISIN. */
function isAsked({ fund, isin: listed, name }: Listing, { name: asked, house, isin }: AskedFund): boolean {
  return fund !== null && isOfHouse(fund, house) && isOfForm(fund, readSchemeName(name), asked) &&
    (isin === null || !isIsin(isin) || listed === null);
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
