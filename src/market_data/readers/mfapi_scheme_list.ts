import { assetId } from "../../domain/asset.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import type { Listing } from "../provider.ts";
import { fundByName } from "./fund_by_name.ts";
import { isinOrNull, ListedOnce, type ListingFile, ListingFileError, NOT_TOLD } from "./listing_file.ts";

/**
 * Reads all mutual fund schemes that ever existed from the JSON list of mfapi.in, which has only names and ISINs.
 * Throws `ListingFileError`.
 */
export async function readMfapiSchemeList(text: string): Promise<ListingFile> {
  const listed = await listedByParts(text) ?? listedAtOnce(text);
  return { listings: listed.table(), asOf: null };
}

/**
 * Parses the JSON list of schemes in parts cut between two schemes, so that it is never in memory as a whole. Returns
 * null where a part is not valid JSON: the text is broken, or its objects are nested.
 */
async function listedByParts(text: string): Promise<ListedOnce | null> {
  const [first, last] = [text.indexOf("[") + 1, text.lastIndexOf("]")];
  if ((text.slice(0, first) + text.slice(last)).replace(/\s/g, "") !== "[]") return null;
  const listed = new ListedOnce();
  for (let from = first; from < last;) {
    const between = text.indexOf(BETWEEN, from + PART_LENGTH);
    const to = between < 0 ? last : between + 1;
    const part = parsed(`[${text.slice(from, to)}]`);
    if (!Array.isArray(part)) return null;
    list(part, listed);
    from = to + 1;
    await nextTurn();
  }
  return listed;
}

const BETWEEN = "},{";
const PART_LENGTH = 100_000;

function listedAtOnce(text: string): ListedOnce {
  const schemes = parsed(text);
  if (schemes === undefined) throw new ListingFileError("it is not JSON");
  if (!Array.isArray(schemes)) throw new ListingFileError("it is not a list");
  const listed = new ListedOnce();
  list(schemes, listed);
  return listed;
}

/** Parses JSON; undefined where the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (_) {
    return undefined;
  }
}

function list(schemes: readonly unknown[], listed: ListedOnce): void {
  for (const scheme of schemes) {
    const listing = typeof scheme === "object" && scheme !== null ? listingOf({ ...scheme }) : null;
    if (listing !== null) listed.add(listing);
  }
}

function listingOf(
  { schemeCode: code, schemeName, isinGrowth, isinDivReinvestment }: Readonly<Record<string, unknown>>,
): Listing | null {
  const symbol = typeof code === "number" || typeof code === "string" ? String(code) : "";
  if (!/^[1-9]\d{0,7}$/.test(symbol) || typeof schemeName !== "string") return null;
  const isinOf = (isin: unknown): string | null => typeof isin === "string" ? isinOrNull(isin.trim()) : null;
  return {
    asset: assetId(`MF:${symbol}`),
    name: schemeName.trim(),
    market: "MF",
    currency: "INR",
    exchange: null,
    symbol,
    ...NOT_TOLD,
    isin: isinOf(isinGrowth) ?? isinOf(isinDivReinvestment),
    fund: { amc: "", category: "", assetClass: "other", ...fundByName(schemeName), nav: null, navDate: null },
  };
}
