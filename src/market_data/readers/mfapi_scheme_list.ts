import { assetId } from "../../domain/asset.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import { inTurns } from "../in_turns.ts";
import type { Listing } from "../provider.ts";
import { fundByName } from "./fund_by_name.ts";
import { isinOrNull, type ListingFile, ListingFileError, NOT_TOLD, someListings } from "./listing_file.ts";

const SCHEMES_AT_ONCE = 500;

/** All schemes there ever were by the JSON list of mfapi.in, with name and ISIN alone. Throws `ListingFileError`. */
export async function readMfapiSchemeList(text: string): Promise<ListingFile> {
  const schemes = await schemesOf(text);
  const listings: Listing[] = [];
  await inTurns(schemes, ({ schemeCode: code, schemeName, isinGrowth, isinDivReinvestment }) => {
    const symbol = typeof code === "number" || typeof code === "string" ? String(code) : "";
    if (!/^[1-9]\d{0,7}$/.test(symbol) || typeof schemeName !== "string") return;
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
  }, SCHEMES_AT_ONCE);
  return { listings: await someListings(listings), asOf: null };
}

async function schemesOf(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const list = await parsedInTurns(text);
  if (!Array.isArray(list)) throw new ListingFileError("it is no list");
  return list.filter((scheme) => typeof scheme === "object" && scheme !== null);
}

/** By parts between two schemes, each a list of its own; at once where a part is none, and so is no JSON or nested. */
async function parsedInTurns(text: string): Promise<unknown> {
  const parts: unknown[][] = [];
  const [first, last] = [text.indexOf("[") + 1, text.lastIndexOf("]")];
  const isList = (text.slice(0, first) + text.slice(last)).replace(/\s/g, "") === "[]";
  for (let from = isList ? first : last; from < last;) {
    const between = text.indexOf(BETWEEN, from + PART_LENGTH);
    const to = between < 0 ? last : between + 1;
    const part = parsed(`[${text.slice(from, to)}]`);
    if (!Array.isArray(part)) break;
    parts.push(part);
    if (to === last) return parts.flat();
    from = to + 1;
    await nextTurn();
  }
  const whole = parsed(text);
  if (whole === undefined) throw new ListingFileError("it is no JSON");
  return whole;
}

const BETWEEN = "},{";
const PART_LENGTH = 500_000;

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (_) {
    return undefined;
  }
}
