import { type AssetId, assetId, type Currency, type Market } from "../domain/asset.ts";
import type { FormerListing, FundAssetClass, FundDetails, Listing } from "./provider.ts";

const SEPARATOR = "\x1f";
const MARKETS: readonly Market[] = ["IN", "US", "MF", "CUSTOM"];
const CURRENCIES: readonly (Currency | null)[] = [null, "INR", "USD"];
export const FUND_CLASSES: readonly FundAssetClass[] = ["equity", "debt", "hybrid", "other"];
const PLANS: readonly FundDetails["plan"][] = ["direct", "regular"];
const OPTIONS: readonly FundDetails["option"][] = ["growth", "dividend"];

/**
 * A listing as a line, in a third of the memory: its asset class, which is looked at alone, then its fields, blank ones
 * for null, and those of a fund.
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

/** The asset of a line, without a look at the rest. */
export function assetOfLine(line: string): AssetId {
  return assetId(line.slice(ASSET_AT, line.indexOf(SEPARATOR, ASSET_AT)));
}

/** Behind the class, a letter, and a separator. */
const ASSET_AT = 2;

/** The letters of a share of the Bombay exchange by its line; null where its list has none. */
export function securityIdOfLine(line: string): string | null {
  return line.split(SEPARATOR)[SECURITY_ID] || null;
}

const SECURITY_ID = 12;

/** The listing of a line. */
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

/** The same of what is listed no more. */
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

/** The place of the asset class of a line among `FUND_CLASSES`, one behind them of what is no fund. */
export function classOfLine(line: string): number {
  return line[0] === "-" ? FUND_CLASSES.length : Number(line[0]);
}
