import type { StatementLine } from "../statement.ts";
import type { NextTurn } from "./each_in_turns.ts";
import type { Found } from "./found_listing.ts";
import type { FundIndex } from "./fund_index.ts";
import { isBond, isIsin } from "./isin.ts";
import type { StockIndex } from "./stock_index.ts";

/** What lines are looked up in. */
export interface ListingIndexes {
  readonly stocks: StockIndex;
  readonly funds: FundIndex;
}

/**
 * What a line is of: by its ISIN, else by its symbol, else by its name, only where exactly one listing fits, and one on
 * the National Stock Exchange before one on the Bombay exchange. A fund that is traded on an exchange and listed there
 * by nobody is the scheme of its ISIN.
 */
export async function matchLine(
  line: StatementLine,
  { stocks, funds }: ListingIndexes,
  nextTurn: NextTurn,
): Promise<Found> {
  const { kind, isin } = line;
  const own = kind === "stock" ? stocks : funds;
  const listed = own.byIsin(line);
  if (listed !== null) return listed;
  if (isin !== null && isBond(isin)) return { reason: "it is a bond" };
  const found = await own.byWords(line, nextTurn) ?? (kind === "stock" ? funds.byIsin(line) : null);
  return found ?? { reason: reasonOf(line) };
}

function reasonOf({ kind, isin, symbol, name }: StatementLine): string {
  const what = kind === "stock" ? "a listed share" : "a listed fund";
  const by = [
    ...isin === null ? [] : [isIsin(isin) ? `the ISIN ${isin}` : `"${isin}", which is no ISIN`],
    ...symbol === null ? [] : [`the symbol "${symbol}"`],
    ...name === "" || name === symbol || name === isin ? [] : [`the name "${name}"`],
  ];
  return by.length === 0 ? "it has neither an ISIN nor a name" : `it is no ${what.slice(2)} by ${by.join(" or ")}`;
}
