import type { Listing } from "../../market_data/provider.ts";
import type { Holdings, Position, UnresolvedLine } from "../holdings.ts";
import type { Statement, StatementLine } from "../statement.ts";
import { eachInTurns, type NextTurn } from "./each_in_turns.ts";
import { type ListingIndexes, matchLine } from "./match_line.ts";

const LINES_AT_ONCE = 500;

/**
 * Matches the lines of a statement to listed assets. Returns one position per asset, with all its lines added up, in
 * the order of first mention, and every other line with the reason why it has no position.
 */
export async function holdingsOf(
  { brokerage, lines, columns }: Statement,
  indexes: ListingIndexes,
  nextTurn: NextTurn,
): Promise<Holdings> {
  const held = new Map<string, HeldAsset>();
  const unresolved: UnresolvedLine[] = [];
  await eachInTurns(lines, async (line) => {
    const found = line.fault === null ? await matchLine(line, indexes, nextTurn) : { reason: line.fault };
    const worth = worthOf(line);
    if ("listing" in found && worth !== null) hold(held, found.listing, { line, worth });
    else unresolved.push(unresolvedLine(line, "reason" in found ? found.reason : "it has no price"));
  }, { nextTurn, atOnce: LINES_AT_ONCE });
  const assets = [...held.values()];
  return {
    brokerage,
    stocks: positionsOf(assets.filter(({ listing }) => listing.market !== "MF")),
    funds: positionsOf(assets.filter(({ listing }) => listing.market === "MF")),
    unresolved,
    columns,
  };
}

interface HeldAsset {
  readonly listing: Listing;
  readonly isin: string | null;
  quantity: number;
  marketValue: number;
  /** Price in rupees, if all statement lines of the asset have the same price; null where they differ. */
  price: number | null;
}

interface Worth {
  readonly quantity: number;
  readonly price: number;
}

function worthOf({ quantity, price }: StatementLine): Worth | null {
  return quantity === null || price === null ? null : { quantity, price };
}

function hold(
  held: Map<string, HeldAsset>,
  listing: Listing,
  { line: { isin }, worth: { quantity, price } }: { readonly line: StatementLine; readonly worth: Worth },
): void {
  const known = held.get(listing.asset);
  if (known === undefined) {
    const marketValue = quantity * price;
    held.set(listing.asset, { listing, isin: listing.isin ?? isin, quantity, price, marketValue });
    return;
  }
  known.quantity += quantity;
  known.marketValue += quantity * price;
  if (known.price !== price) known.price = null;
}

function positionsOf(assets: readonly HeldAsset[]): readonly Position[] {
  const total = assets.reduce((sum, { marketValue }) => sum + marketValue, 0);
  return assets.map(({ listing: { asset, name }, isin, quantity, price, marketValue }) => ({
    asset,
    name,
    isin,
    quantity,
    price: price ?? marketValue / quantity,
    marketValue,
    weight: marketValue / total,
  }));
}

function unresolvedLine({ sheet, row, name, isin }: StatementLine, reason: string): UnresolvedLine {
  return { row, name, isin, reason: sheet === null ? reason : `${reason} (sheet "${sheet}")` };
}
