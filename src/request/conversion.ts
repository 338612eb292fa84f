import { entryAt } from "../domain/entry_at.ts";
import { matrix } from "../domain/matrix.ts";
import { dayOf } from "../faults/calendar_date.ts";
import type { HistoryTable, OwnHistory } from "./parts/history.ts";

/** Days before a price's day from which a rate may be, for days on which only one of two markets is open. */
export const MOST_DAYS_BEFORE = 5;

/** Type of the fields of a request for the currencies of own prices. */
export interface Currencies {
  readonly currencies?: Readonly<Record<string, string>> | undefined;
  readonly base_currency?: string | undefined;
  readonly exchange_rates?: {
    readonly dates: readonly string[];
    readonly series: Readonly<Record<string, readonly (number | null)[]>>;
  } | undefined;
}

/** Type of the conversion of the prices in one currency: which assets it concerns, and by which rates. */
export interface Conversion {
  readonly currency: string;
  readonly assets: readonly string[];
  /** Units of the base currency for one unit of the currency, on each row of the history; NaN where there is none. */
  readonly rates: Float64Array;
  /** Number of days whose rate is from a day before. */
  readonly filled: number;
  /** Number of days with a price and without a rate. */
  readonly without: number;
  /** First day with a price and without a rate; null if there is none. */
  readonly first: string | null;
}

/** Returns how the prices of a history are converted, currency by currency; nothing where all are in one. */
export function conversionsOf(sent: Currencies, table: HistoryTable): readonly Conversion[] {
  const { currencies = {}, base_currency: base, exchange_rates: rates } = sent;
  if (rates === undefined) return [];
  const others = new Set(Object.values(currencies).filter((currency) => currency !== base));
  return [...others].sort().map((currency) => conversionOf(currency, { currencies, rates, table }));
}

/** Returns a history with all prices in the base currency; the history itself where nothing is converted. */
export function convertedHistory(sent: Currencies, history: OwnHistory): OwnHistory {
  const conversions = conversionsOf(sent, history.table);
  if (conversions.length === 0) return history;
  const { assets, values } = history.table, converted = values.data.slice();
  for (const { assets: own, rates } of conversions) {
    const named = new Set(own);
    assets.forEach((asset, column) => {
      if (!named.has(asset)) return;
      rates.forEach((rate, row) => {
        const at = row * assets.length + column;
        converted[at] = entryAt(converted, at) * rate;
      });
    });
  }
  return { ...history, table: { ...history.table, values: matrix(values.rows, values.columns, converted) } };
}

function conversionOf(
  currency: string,
  { currencies, rates, table: { dates, assets, values } }: {
    readonly currencies: NonNullable<Currencies["currencies"]>;
    readonly rates: NonNullable<Currencies["exchange_rates"]>;
    readonly table: HistoryTable;
  },
): Conversion {
  const own = assets.filter((asset) => Object.hasOwn(currencies, asset) && currencies[asset] === currency);
  const columns = own.map((asset) => assets.indexOf(asset));
  const hasPrice = (row: number): boolean =>
    columns.some((column) => !Number.isNaN(values.data[row * assets.length + column]));
  const { found, isFilled } = ratesOn(dates, rates.dates.map(dayOf), rates.series[currency] ?? []);
  const priced = dates.map((_, row) => row).filter(hasPrice);
  const without = priced.filter((row) => Number.isNaN(found[row]));
  const [firstWithout] = without;
  return {
    currency,
    assets: own,
    rates: found,
    filled: priced.filter((row) => isFilled[row]).length,
    without: without.length,
    first: firstWithout === undefined ? null : entryAt(dates, firstWithout),
  };
}

/** Returns for each day the last rate that is not too old. Both lists of days ascend. */
function ratesOn(
  days: readonly string[],
  dates: readonly string[],
  rates: readonly (number | null)[],
): { readonly found: Float64Array; readonly isFilled: readonly boolean[] } {
  const found = new Float64Array(days.length).fill(NaN);
  let next = 0, last = -1;
  const isFilled = days.map((day, row) => {
    for (; next < dates.length && entryAt(dates, next) <= day; next++) if ((rates[next] ?? null) !== null) last = next;
    const lastDay = dates[last];
    if (lastDay === undefined || daysBetween(lastDay, day) > MOST_DAYS_BEFORE) return false;
    found[row] = rates[last] ?? NaN;
    return lastDay !== day;
  });
  return { found, isFilled };
}

const DAY_MS = 86_400_000;

function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
}
