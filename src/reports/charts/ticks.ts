import type { Axis, AxisFormat } from "./chart_description.ts";
import type { Notation, TickNotation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

/** A tick of an axis: its value and its label. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** An axis from `low` to `high`, with its ticks in ascending order. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly Tick[];
  readonly isLogarithmic?: boolean;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Computes the scale of an axis for a range, with about the wanted number of ticks. An empty or single-valued range is
 * widened.
 */
export function scaleOf(
  { format, isLogarithmic = false }: Pick<Axis, "format" | "isLogarithmic">,
  range: Range,
  ticksWanted: number,
  notation: Notation = REPORT_NOTATION,
): Scale {
  if (format === "date") return dateScale(range, ticksWanted, notation);
  const scale = isLogarithmic ? logarithmicScale(range, ticksWanted, format, notation) : null;
  return scale ?? numberScale(range, ticksWanted, format, notation);
}

/**
 * Computes a logarithmic scale with about the wanted number of ticks, at digits such as 1, 2 and 5 times a power of
 * ten; the first and last tick are the ends of the scale. Null where the range does not lie above 1e-9 or spans less
 * than a factor of two.
 */
export function logarithmicScale(
  { low, high }: Range,
  ticksWanted: number,
  format: Exclude<AxisFormat, "date">,
  { ticks: labels }: Notation = REPORT_NOTATION,
): Scale | null {
  if (!(low >= NARROWEST && high >= 2 * low)) return null;
  const between = (digits: readonly number[], every: number): readonly number[] => {
    const [first, last] = [low, high].map((value) => Math.floor(Math.log10(value) / every) * every);
    const candidates: number[] = [];
    for (let exponent = first; exponent <= last + every; exponent += every) {
      candidates.push(...digits.map((digit) => power(digit, exponent)));
    }
    const start = candidates.findLastIndex((value) => value <= low * (1 + ROUNDING));
    const end = candidates.findIndex((value) => value >= high * (1 - ROUNDING));
    return candidates.slice(Math.max(0, start), end + 1);
  };
  const finest = LOGARITHMIC_DIGITS.map((digits) => between(digits, 1)).find((ticks) =>
    ticks.length <= ticksWanted + 1
  );
  const every = Math.max(1, Math.ceil(Math.log10(high / low) / Math.max(1, ticksWanted)));
  const values = finest ?? between([1], every);
  const ticks = values.map((value) => ({ value, label: labels[format](value, value, value) }));
  return {
    low: Math.min(low, values[0]),
    high: Math.max(high, values[values.length - 1]),
    ticks,
    isLogarithmic: true,
  };
}

/**
 * Computes a linear scale with ticks at multiples of 1, 2, 2.5 or 5 times a power of ten. The first and last tick are
 * the ends of the scale, except where the range reaches only slightly beyond a tick.
 */
export function numberScale(
  range: Range,
  ticksWanted: number,
  format: Exclude<AxisFormat, "date">,
  notation: Notation = REPORT_NOTATION,
): Scale {
  const { low, high } = widened(range);
  const step = niceStep((high - low) / Math.max(1, ticksWanted), [1, 2, 2.5, 5]);
  const first = Math.floor(low / step + NEGLIGIBLE_STEP);
  const last = Math.max(first + 1, Math.ceil(high / step - NEGLIGIBLE_STEP));
  const label = notation.ticks[format];
  const largest = Math.max(Math.abs(first), Math.abs(last)) * step;
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const value = multipleOf(step, first + index);
    return { value, label: label(value, step, largest) };
  });
  return { low: Math.min(low, ticks[0].value), high: Math.max(high, ticks[ticks.length - 1].value), ticks };
}

/**
 * Computes a date scale whose ticks are the first days of years or months, or every few days. The ends of the scale are
 * those of the range.
 */
export function dateScale(
  range: Range,
  ticksWanted: number,
  { ticks: labels }: Notation = REPORT_NOTATION,
): Scale {
  const isRange = range.low <= range.high && range.low >= -LAST_DAY && range.high <= LAST_DAY;
  const low = isRange ? Math.floor(range.low) : 0;
  const high = isRange ? Math.max(low + 1, Math.ceil(range.high)) : 1;
  const days = (high - low) / Math.max(1, ticksWanted);
  if (days <= LONGEST_STEP_IN_DAYS) {
    return { low, high, ticks: dayTicks({ low, high }, stepAmong(DAY_STEPS, days), labels) };
  }
  const months = days / DAYS_PER_MONTH;
  const step = months <= LONGEST_STEP_IN_MONTHS
    ? stepAmong(MONTH_STEPS, months)
    : 12 * Math.ceil(niceStep(months / 12, [1, 2, 5]));
  return { low, high, ticks: monthTicks({ low, high }, step, labels) };
}

/** Converts a date `YYYY-MM-DD` to the number of days since 1970-01-01; NaN where the text is not a date. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}

const ROUNDING = 1e-9;
/**
 * Smallest range of a linear chart axis, because labels could not tell the ends of a narrower one apart; also the
 * smallest value that a logarithmic axis shows.
 */
const NARROWEST = 1e-9;
/** Fraction of a tick step by which the range of an axis may exceed the last tick without getting another one. */
const NEGLIGIBLE_STEP = 0.1;
const MS_PER_DAY = 86_400_000;
const DAYS_PER_MONTH = 30.4;
/** Largest day number that a chart's axis accepts as a date: 27,000 years from 1970. */
const LAST_DAY = 1e7;
/** Longest step of days: labels of days are long, and would run into one another were they closer than wanted. */
const LONGEST_STEP_IN_DAYS = 14;
const LONGEST_STEP_IN_MONTHS = 8;
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6];
/** Sets of digits for the ticks of a logarithmic axis; the finest set that fits is used. */
const LOGARITHMIC_DIGITS = [
  [1, 1.5, 2, 3, 4, 5, 7],
  [1, 2, 5],
  [1, 3],
  [1],
];

function widened({ low, high }: Range): Range {
  if (!(low <= high)) return { low: 0, high: 1 };
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > Math.max(NARROWEST, size * 1e-6)) return { low, high };
  const margin = size > NARROWEST ? size / 2 : 0.5;
  return { low: low - margin, high: high + margin };
}

/**
 * Returns a step between the ticks of an axis: the smallest of some digits times a power of ten that is at least
 * `least`, up to rounding.
 */
function niceStep(least: number, digits: readonly number[]): number {
  const exponent = Math.floor(Math.log10(least));
  for (const digit of digits) {
    const step = power(digit, exponent);
    if (step >= least * (1 - ROUNDING)) return step;
  }
  return power(1, exponent + 1);
}

/** Returns a digit times a power of ten, parsed from text so that its last digit is exact. */
function power(digit: number, exponent: number): number {
  return Number(`${digit}e${exponent}`);
}

function multipleOf(step: number, count: number): number {
  return Number((step * count).toPrecision(12)) + 0;
}

function stepAmong(steps: readonly number[], least: number): number {
  return steps.find((step) => step >= least) ?? steps[steps.length - 1];
}

function dayTicks({ low, high }: Range, step: number, labels: TickNotation): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let day = Math.ceil(low / step) * step; day <= high; day += step) {
    ticks.push({ value: day, label: labels.day(day) });
  }
  return ticks;
}

function monthTicks({ low, high }: Range, step: number, labels: TickNotation): readonly Tick[] {
  const start = new Date(low * MS_PER_DAY);
  const firstMonth = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const ticks: Tick[] = [];
  for (let month = Math.ceil(firstMonth / step) * step;; month += step) {
    const [year, monthOfYear] = [Math.floor(month / 12), month % 12];
    const value = Date.UTC(year, monthOfYear, 1) / MS_PER_DAY;
    if (value > high) return ticks;
    if (value >= low) ticks.push({ value, label: step % 12 === 0 ? labels.year(value) : labels.month(value) });
  }
}
