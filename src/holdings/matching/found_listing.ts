import type { Listing } from "../../market_data/provider.ts";

/**
 * Result of looking up a statement line: the listing that the line refers to, or the reason why it cannot be
 * determined.
 */
export type Found = { readonly listing: Listing } | { readonly reason: string };

/**
 * Returns the listing of the one security that the given listings may all be: the one on NSE, or else on BSE, or else
 * without an exchange. Returns a reason where they may be several securities or several are on that exchange, and null
 * where there is none. `what` names in the reason the property of the statement line that was looked up.
 */
export function oneOf(listings: readonly Listing[], what: string): Found | null {
  if (listings.length === 0) return null;
  for (const exchange of ["NSE", "BSE", null]) {
    const there = listings.filter((listing) => listing.exchange === exchange);
    if (there.length > 1) return several(there, what);
    const [only] = there;
    if (only === undefined) continue;
    return listings.every((other) => isSameSecurity(only, other)) ? { listing: only } : several(listings, what);
  }
  return null;
}

/**
 * Whether two listings can be the same security: their ISINs are equal or one is missing. A share may be listed on two
 * exchanges.
 */
function isSameSecurity(a: Listing, b: Listing): boolean {
  return a.isin === null || b.isin === null || a.isin === b.isin;
}

const MOST_NAMED = 3;

function several(listings: readonly Listing[], what: string): Found {
  const named = listings.slice(0, MOST_NAMED).map(({ asset }) => asset).join(", ");
  const more = listings.length > MOST_NAMED ? ` and ${listings.length - MOST_NAMED} more` : "";
  return { reason: `${what} matches ${listings.length} assets: ${named}${more}` };
}
