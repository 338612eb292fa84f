import { assetId } from "../../domain/asset.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import type { Listing } from "../provider.ts";
import { fundByName } from "./fund_by_name.ts";
import { isinOrNull, type ListingFile, ListingFileError, NOT_TOLD, someListings } from "./listing_file.ts";

const SCHEMES_AT_ONCE = 1_000;

/** All schemes there ever were by the JSON list of mfapi.in, with name and ISIN alone. Throws `ListingFileError`. */
export async function readMfapiSchemeList(text: string): Promise<ListingFile> {
  const schemes = schemesOf(text);
  await nextTurn();
  const listings: Listing[] = [];
  for (const [i, { schemeCode: code, schemeName, isinGrowth, isinDivReinvestment }] of schemes.entries()) {
    if (i % SCHEMES_AT_ONCE === SCHEMES_AT_ONCE - 1) await nextTurn();
    const symbol = typeof code === "number" || typeof code === "string" ? String(code) : "";
    if (!/^[1-9]\d{0,7}$/.test(symbol) || typeof schemeName !== "string") continue;
    const isinOf = (isin: unknown): string | null => typeof isin === "string" ? isinOrNull(isin.trim()) : null;
    listings.push({
      asset: assetId(`MF:${symbol}`),
      name: schemeName.trim(),
      market: "MF",
      currency: "INR",
      exchange: null,
      symbol,
      ...NOT_TOLD,
      isin: isinOf(isinGrowth) ?? isinOf(isinDivReinvestment),
      fund: { amc: "", category: "", assetClass: "other", ...fundByName(schemeName), nav: null, navDate: null },
    });
  }
  return { listings: someListings(listings), asOf: null };
}

function schemesOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (_) {
    throw new ListingFileError("it is no JSON");
  }
  if (!Array.isArray(list)) throw new ListingFileError("it is no list");
  return list.filter((scheme) => typeof scheme === "object" && scheme !== null);
}
