import { type AssetId, assetId, type Currency, type Market } from "../domain/asset.ts";
import type { FormerListing, FundAssetClass, FundDetails, Listing } from "./provider.ts";

const SEPARATOR = "\x1f";
const MARKETS: readonly Market[] = ["IN", "US", "MF", "CUSTOM"];
const CURRENCIES: readonly (Currency | null)[] = [null, "INR", "USD"];
export const FUND_CLASSES: readonly FundAssetClass[] = ["equity", "debt", "hybrid", "other"];
const PLANS: readonly FundDetails["plan"][] = ["direct", "regular"];
const OPTIONS: readonly FundDetails["option"][] = ["growth", "dividend"];

/**
 * Packs a listing into one line of text, which takes a third of the memory of an object: first its asset class, which
 * can be read on its own, then its other fields and those of a fund, with an empty text for null.
 */
export function lineOf(listing: Listing | FormerListing): string {
  const { asset, name, market, currency, exchange, symbol, isin, sector, series, listedOn, faceValue, fund } = listing;
  const fields = [
    fund === null ? "-" : FUND_CLASSES.indexOf(fund.assetClass),
    asset,
    name,
    MARKETS.indexOf(market),
    CURRENCIES.indexOf(currency),
    exchange,
    symbol,
    isin,
    sector,
    series,
    listedOn,
    faceValue,
    listing.securityId,
    listing.isEtf === null ? null : Number(listing.isEtf),
    "renamedTo" in listing ? listing.renamedTo : null,
    ...fund === null ? [] : fieldsOfFund(fund),
  ];
  return fields.map((field) => field === null ? "" : String(field).replaceAll(SEPARATOR, " ")).join(SEPARATOR);
}

function fieldsOfFund(fund: FundDetails): readonly (string | number | null)[] {
  const { amc, category, plan, option, nav, navDate, reinvestmentIsin = null } = fund;
  return [amc, category, PLANS.indexOf(plan), OPTIONS.indexOf(option), nav, navDate, reinvestmentIsin];
}

/** Returns the asset id of a packed listing line without parsing the rest of the line. */
export function assetOfLine(line: string): AssetId {
  return assetId(line.slice(ASSET_AT, line.indexOf(SEPARATOR, ASSET_AT)));
}

/**
 * Character position of the asset id in a packed listing line: after one character for the asset class and a separator.
 */
const ASSET_AT = 2;

/**
 * Returns the security id (letters) of a Bombay exchange share from its packed listing line; null where the list has
 * none.
 */
export function securityIdOfLine(line: string): string | null {
  return line.split(SEPARATOR)[SECURITY_ID] || null;
}

const SECURITY_ID = 12;

/** Parses a listed asset from its packed line of text. */
export function listingOfLine(line: string): Listing {
  const [assetClass, asset, name, market, currency, exchange, symbol, isin, sector, series, ...rest] = line.split(
    SEPARATOR,
  );
  const [listedOn, faceValue, securityId, isEtf, , ...fund] = rest;
  return {
    asset: assetId(asset),
    name,
    market: MARKETS[Number(market)],
    currency: CURRENCIES[Number(currency)],
    exchange: exchange || null,
    symbol,
    isin: isin || null,
    sector: sector || null,
    series: series || null,
    listedOn: listedOn || null,
    faceValue: faceValue === "" ? null : Number(faceValue),
    securityId: securityId || null,
    isEtf: isEtf === "" ? null : isEtf === "1",
    fund: assetClass === "-" ? null : fundOfFields(FUND_CLASSES[Number(assetClass)], fund),
  };
}

/** Unpacks a former listing, with the asset that it was renamed to, from its line of text. */
export function formerOfLine(line: string): FormerListing {
  const renamedTo = line.split(SEPARATOR)[RENAMED_TO];
  return { ...listingOfLine(line), renamedTo: renamedTo === "" ? null : assetId(renamedTo) };
}

const RENAMED_TO = 14;

function fundOfFields(
  assetClass: FundAssetClass,
  [amc, category, plan, option, nav, navDate, reinvestmentIsin]: readonly string[],
): FundDetails {
  return {
    amc,
    assetClass,
    category,
    plan: PLANS[Number(plan)],
    option: OPTIONS[Number(option)],
    ...reinvestmentIsin === "" ? {} : { reinvestmentIsin },
    nav: nav === "" ? null : Number(nav),
    navDate: navDate || null,
  };
}

/**
 * Returns the asset class of a packed listing line as an index into `FUND_CLASSES`, or one past the last index where
 * the asset is not a fund.
 */
export function classOfLine(line: string): number {
  return line[0] === "-" ? FUND_CLASSES.length : Number(line[0]);
}
