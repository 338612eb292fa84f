import type { Listing, ListingRows, Listings } from "../market_data/provider.ts";
import type { Holdings } from "./holdings.ts";
import type { NextTurn } from "./matching/each_in_turns.ts";
import { FundIndex } from "./matching/fund_index.ts";
import { holdingsOf } from "./matching/holdings_of.ts";
import { StockIndex } from "./matching/stock_index.ts";
import type { ParserTurns } from "./parser/parser_turns.ts";
import type { WorkbookParser } from "./parser/workbook_parser.ts";

export interface HoldingsImportsParts {
  readonly parser: Pick<WorkbookParser, "statementOf">;
  readonly turns: Pick<ParserTurns, "take">;
  /** The last good list of a market; throws `market_data_unavailable` where there is none to go by. */
  readonly listings: (market: "IN" | "MF") => Promise<Pick<Listings, "items">>;
  readonly nextTurn: NextTurn;
}

/** What need not be looked up. */
const NOTHING: Pick<Listings, "items"> = { items: [] };
/** Of units of funds, those that are traded on an exchange among them. */
const FUND_ISIN = "INF";

/** Reads workbooks of brokerages. Nothing of them is kept. */
export class HoldingsImports {
  readonly #parts: HoldingsImportsParts;
  readonly #stocks = new WeakMap<ListingRows<Listing>, Promise<StockIndex>>();
  readonly #funds = new WeakMap<ListingRows<Listing>, Promise<FundIndex>>();

  constructor(parts: HoldingsImportsParts) {
    this.#parts = parts;
  }

  /**
   * What the workbook within a body, JSON in UTF-8, states and what it is of on the markets. Throws
   * `HOLDINGS_FILE_UNREADABLE`, `not_ready` where too many wait or none can be read, `market_data_unavailable`, what
   * every route throws for a body that is none, and the reason of the signal.
   */
  async import(accountId: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Holdings> {
    const { parser, turns, listings, nextTurn } = this.#parts;
    const statement = await turns.take(accountId, () => parser.statementOf(body, signal), signal);
    const { lines } = statement;
    const [stocks, funds] = await Promise.all([
      lines.some(({ kind }) => kind === "stock") ? listings("IN") : NOTHING,
      lines.some(({ kind, isin }) => kind === "fund" || isin?.startsWith(FUND_ISIN)) ? listings("MF") : NOTHING,
    ]);
    const indexes = {
      stocks: await this.#once(this.#stocks, stocks.items, (items) => StockIndex.of(items, nextTurn)),
      funds: await this.#once(this.#funds, funds.items, (items) => FundIndex.of(items, nextTurn)),
    };
    return await holdingsOf(statement, indexes, nextTurn);
  }

  /** A provider answers the same list while nothing has changed. */
  #once<Index>(
    known: WeakMap<ListingRows<Listing>, Promise<Index>>,
    items: ListingRows<Listing>,
    make: (items: ListingRows<Listing>) => Promise<Index>,
  ): Promise<Index> {
    const made = known.get(items) ?? make(items);
    known.set(items, made);
    return made;
  }
}
