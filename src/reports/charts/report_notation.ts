import { amountUnit, shortAmount } from "./amount_unit.ts";
import { decimalsOf, type Notation } from "./notation.ts";

/** The notation of reports and files, which is the same for every reader: English, with days as `2024-12-31`. */
export const REPORT_NOTATION: Notation = {
  ticks: {
    number: fixed,
    percent: (value, step) => `${fixed(value * 100, step * 100)}%`,
    amount: amountLabel,
    day: (day) => {
      const date = dateOf(day);
      return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
    },
    month: (day) => `${MONTHS[dateOf(day).getUTCMonth()]} ${dateOf(day).getUTCFullYear()}`,
    year: (day) => String(dateOf(day).getUTCFullYear()),
  },
  number: String,
  count: grouped,
  percent: (fraction, { least, most } = { least: 0, most: 2 }) => {
    const digits = (fraction * 100).toFixed(most);
    return `${least === most ? digits : Number(digits)} %`;
  },
  amount: shortAmount,
  day: (isoDay) => isoDay,
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MS_PER_DAY = 86_400_000;
const ROUNDING = 1e-9;

function dateOf(day: number): Date {
  return new Date(day * MS_PER_DAY);
}

/** Writes the amount at a tick in the largest unit (thousand, million, billion) that the axis reaches. */
function amountLabel(value: number, step: number, largest: number): string {
  const unit = amountUnit(largest * (1 + ROUNDING));
  if (unit === null) return fixed(value, step);
  return value === 0 ? "0" : `${fixed(value / unit.size, step / unit.size)}${unit.name}`;
}

/** Writes a number with as many decimals as the tick step has, and commas between thousands. */
function fixed(value: number, step: number): string {
  const [whole, fraction] = value.toFixed(decimalsOf(step)).split(".");
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/** Writes the digits of a whole number with commas between thousands. */
function grouped(whole: number | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}
