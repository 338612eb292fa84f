import type { StatementLine } from "../statement.ts";
import type { NextTurn } from "./each_in_turns.ts";
import type { Found } from "./found_listing.ts";
import type { FundIndex } from "./fund_index.ts";
import { isBond, isIsin } from "./isin.ts";
import type { StockIndex } from "./stock_index.ts";

/** Indexes of listed stocks and funds in which statement lines are looked up. */
export interface ListingIndexes {
  readonly stocks: StockIndex;
  readonly funds: FundIndex;
}

/**
 * Finds the asset of a statement line by its ISIN, else its symbol, else its name. Returns the reason where no asset is
 * found, several securities fit, or the line is a bond without a listing. Of two listings of one security, the one on
 * the National Stock Exchange goes before the one on the Bombay exchange. An exchange-traded fund without a stock
 * listing is matched to the fund scheme with its ISIN.
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
  const what = kind === "stock" ? "listed share" : "listed fund";
  const by = [
    ...isin === null ? [] : [isIsin(isin) ? `the ISIN ${isin}` : `the invalid ISIN "${isin}"`],
    ...symbol === null ? [] : [`the symbol "${symbol}"`],
    ...name === "" || name === symbol || name === isin ? [] : [`the name "${name}"`],
  ];
  return by.length === 0 ? "it has neither an ISIN nor a name" : `no ${what} has ${by.join(" or ")}`;
}
