import { assetId } from "../../../src/domain/asset.ts";
import { FundIndex } from "../../../src/holdings/matching/fund_index.ts";
import { holdingsOf } from "../../../src/holdings/matching/holdings_of.ts";
import { StockIndex } from "../../../src/holdings/matching/stock_index.ts";
import type { StatementLine } from "../../../src/holdings/statement.ts";
import type { Listing } from "../../../src/market_data/provider.ts";
import { medianOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";

const LISTINGS = 20_000;
const LINES = 5_000;
const ROUNDS = 7;
const WHOLE_AT_MOST_MS = 200;
const TURN_AT_MOST_MS = 20;
const WORDS = ["Alpha", "Beta", "Gamma", "Delta", "Steel", "Power", "Capital", "Foods", "Pharma", "Motors", "Cement"];

/**
 * Benchmark row that matches the lines of a brokerage statement with a list of shares that has no index yet: by ISIN
 * and, most expensively, by name.
 */
export const matching: ServiceRow = { id: "holdings: 5,000 lines against 20,000 listings", measure };

async function measure(): Promise<ServiceAnswer> {
  const byIsin = await matched(({ isin }) => ({ isin }));
  const byName = await matched(({ name }) => ({ name: name.toUpperCase().replace("LIMITED", "LTD") }));
  return {
    figures: [{ name: "by ISIN, whole", value: byIsin.wholeMs, unit: "ms" }],
    promises: [
      { name: "by name, whole", value: byName.wholeMs, unit: "ms", at_most: WHOLE_AT_MOST_MS },
      {
        name: "longest turn",
        value: Math.max(byIsin.longestMs, byName.longestMs),
        unit: "ms",
        at_most: TURN_AT_MOST_MS,
      },
    ],
  };
}

interface Matched {
  /**
   * Median over the rounds of the milliseconds of matching a whole brokerage statement, without its pauses, in which
   * other events are handled.
   */
  readonly wholeMs: number;
  /** Median over the rounds of the longest time, in milliseconds, between two pauses of matching a statement. */
  readonly longestMs: number;
}

async function matched(told: (listing: Listing) => Partial<StatementLine>): Promise<Matched> {
  const items = listings();
  const lines = Array.from({ length: LINES }, (_, i) => line(i, told(items[3 * i])));
  const whole: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const turns = new TimedTurns();
    const indexes = { stocks: await StockIndex.of(items, turns.next), funds: await FundIndex.of([], turns.next) };
    const { stocks } = await holdingsOf({ brokerage: "zerodha", lines, columns: [] }, indexes, turns.next);
    await turns.next();
    if (stocks.length !== LINES) throw new Error(`${stocks.length} of ${LINES} lines are found`);
    whole.push(turns.taken.reduce((sum, ms) => sum + ms, 0));
    longest.push(Math.max(...turns.taken));
  }
  return { wholeMs: medianOf(whole), longestMs: medianOf(longest) };
}

/**
 * Measures the milliseconds of each turn in which a statement is matched, from one pause to the next. No other event is
 * handled during a turn.
 */
class TimedTurns {
  readonly taken: number[] = [];
  #begun = performance.now();

  readonly next = async (): Promise<void> => {
    this.taken.push(performance.now() - this.#begun);
    await new Promise((resolve) => setTimeout(resolve));
    this.#begun = performance.now();
  };
}

function listings(): readonly Listing[] {
  return Array.from({ length: LISTINGS }, (_, i): Listing => ({
    asset: assetId(`NSE:EX${i}`),
    name: `Example ${WORDS[i % WORDS.length]} ${WORDS[(7 * i) % WORDS.length]} ${i} Limited`,
    market: "IN",
    currency: "INR",
    exchange: "NSE",
    symbol: `EX${i}`,
    isin: `INE${String(i).padStart(5, "0")}01${i % 10}`.padEnd(12, "0"),
    sector: null,
    series: null,
    listedOn: null,
    faceValue: null,
    securityId: null,
    isEtf: null,
    fund: null,
  }));
}

function line(row: number, told: Partial<StatementLine>): StatementLine {
  const rest = { kind: "stock", sheet: null, symbol: null, isin: null, name: "", amc: null, fault: null } as const;
  return { ...rest, row, quantity: 1, price: 1, ...told };
}
