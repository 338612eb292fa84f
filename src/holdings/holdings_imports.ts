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
  /**
   * Returns the last good list of the assets of a market: shares listed in India (`IN`) or mutual funds (`MF`). Throws
   * `market_data_unavailable` where no usable list exists.
   */
  readonly listings: (market: "IN" | "MF") => Promise<ListedAssets>;
  readonly nextTurn: NextTurn;
}

/** Listed assets of a market, with what lists said before. */
type ListedAssets = Pick<Listings, "items"> & Partial<Pick<Listings, "former" | "formerNames">>;

/** Empty list of assets, used for a market on which no line of the brokerage statement has to be looked up. */
const NOTHING: ListedAssets = { items: [] };
/** First letters of the ISINs of Indian fund units, including funds that are traded on an exchange. */
const FUND_ISIN = "INF";

/** Imports holdings from the workbooks of brokerages. It stores nothing of a workbook. */
export class HoldingsImports {
  readonly #parts: HoldingsImportsParts;
  readonly #stocks = new WeakMap<ListingRows<Listing>, Promise<StockIndex>>();
  readonly #funds = new WeakMap<ListingRows<Listing>, Promise<FundIndex>>();

  constructor(parts: HoldingsImportsParts) {
    this.#parts = parts;
  }

  /**
   * Reads the brokerage workbook in a request body (JSON in UTF-8) and matches its holdings to listed assets. Throws
   * `HOLDINGS_FILE_UNREADABLE`, `not_ready` where too many imports wait or the workbook cannot be read now,
   * `market_data_unavailable`, the usual errors of an invalid request body, and the abort reason of the signal.
   */
  async import(accountId: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Holdings> {
    const { parser, turns, listings, nextTurn } = this.#parts;
    const statement = await turns.take(accountId, () => parser.statementOf(body, signal), signal);
    const { lines } = statement;
    const [stocks, funds] = await Promise.all([
      lines.some(({ kind }) => kind === "stock") ? listings("IN") : NOTHING,
      lines.some(({ kind, isin }) => kind === "fund" || isin?.startsWith(FUND_ISIN)) ? listings("MF") : NOTHING,
    ]);
    const { former = [], formerNames = [] } = funds;
    const indexes = {
      stocks: await this.#once(this.#stocks, stocks.items, (items) => StockIndex.of(items, nextTurn)),
      funds: await this.#once(
        this.#funds,
        funds.items,
        (items) => FundIndex.of(items, nextTurn, { former: [former, formerNames] }),
      ),
    };
    return await holdingsOf(statement, indexes, nextTurn);
  }

  /**
   * Returns the index of a list of assets. It is built once for each list object and cached, because a provider returns
   * the same object until the list changes.
   */
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
