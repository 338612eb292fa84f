import { decimalsOf, type Notation } from "../../src/reports/charts/notation.ts";
import { count } from "../format/count.ts";
import { day } from "../format/day.ts";
import { dateFormatter, numberFormatter } from "../format/formatters.ts";
import { LOCALES } from "../format/locale.ts";
import { moneyLocales } from "../format/money.ts";
import { fullDigits, shortDigits, type ValueFormat } from "./full_digits.ts";

/** The notation of a chart in the page, which also writes the values that a reader points at or has as a table. */
export interface ReadersNotation extends Notation {
  /** Writes a value with all the digits that it has. */
  readonly full: (value: number, format: ValueFormat) => string;
  /** Writes a value short. */
  readonly short: (value: number, format: ValueFormat) => string;
}

export interface ReadersNotationOptions {
  /** Currency of the amounts in the chart; null where it is unknown or there are none. */
  readonly currency?: string | null;
  readonly locales?: readonly string[];
}

/** Returns the notation of a chart in the reader's way: amounts of money in the groups and units of their currency. */
export function readersNotation(
  { currency = null, locales = LOCALES }: ReadersNotationOptions = {},
): ReadersNotation {
  const ofMoney = currency === null ? locales : moneyLocales(currency, locales);
  const localesOf = (format: ValueFormat): readonly string[] => format === "amount" ? ofMoney : locales;
  const fixed = (value: number, decimals: number, { style, at }: FixedOptions): string =>
    numberFormatter(at, { style, minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...SIGN })
      .format(value);
  const date = (dayNumber: number, parts: Intl.DateTimeFormatOptions): string =>
    dateFormatter(locales, { ...parts, timeZone: "UTC" }).format(dayNumber * MS_PER_DAY);
  return {
    ticks: {
      number: (value, step) => fixed(value, decimalsOf(step), { style: "decimal", at: locales }),
      percent: (value, step) => fixed(value, decimalsOf(step * 100), { style: "percent", at: locales }),
      amount: (value, step, largest) =>
        largest * (1 + ROUNDING) < LEAST_IN_UNITS
          ? fixed(value, decimalsOf(step), { style: "decimal", at: ofMoney })
          : numberFormatter(ofMoney, { notation: "compact", maximumSignificantDigits: TICK_DIGITS, ...SIGN })
            .format(value),
      day: (dayNumber) => date(dayNumber, { dateStyle: "medium" }),
      month: (dayNumber) => date(dayNumber, { year: "numeric", month: "short" }),
      year: (dayNumber) => date(dayNumber, { year: "numeric" }),
    },
    number: (value) => numberFormatter(locales, { maximumFractionDigits: MOST_DECIMALS }).format(value),
    count: (value) => count(value, locales),
    percent: (fraction, { least, most } = { least: 0, most: 2 }) =>
      numberFormatter(locales, {
        style: "percent",
        minimumFractionDigits: least,
        maximumFractionDigits: most,
        ...SIGN,
      }).format(fraction),
    amount: (value) => numberFormatter(ofMoney, SHORT_AMOUNT).format(value),
    day: (isoDay) => day(isoDay, locales),
    full: (value, format) => fullDigits(value, format, localesOf(format)),
    short: (value, format) => shortDigits(value, format, localesOf(format)),
  };
}

interface FixedOptions {
  readonly style: "decimal" | "percent";
  readonly at: readonly string[];
}

const SIGN = { signDisplay: "negative" } as const;
/** Amount from which on those of an axis are written in units such as thousands or lakhs. */
const LEAST_IN_UNITS = 10_000;
const ROUNDING = 1e-9;
/** Digits that a tick has at most; its value has no more. */
const TICK_DIGITS = 12;
const MOST_DECIMALS = 6;
/** Four digits of a unit, and all digits before the decimals where the languages have no unit for an amount. */
const SHORT_AMOUNT = {
  notation: "compact",
  maximumFractionDigits: 0,
  maximumSignificantDigits: 4,
  roundingPriority: "morePrecision",
  ...SIGN,
} as const;
const MS_PER_DAY = 86_400_000;

/** The notation of charts without amounts of money. */
export const READERS_NOTATION = readersNotation();
