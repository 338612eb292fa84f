import type { AxisFormat } from "../../src/reports/charts/chart_description.ts";
import { dateFormatter, numberFormatter } from "../format/formatters.ts";
import { LOCALES } from "../format/locale.ts";

/** Format of a value of a chart: that of its axis, and that of a day for dates. */
export type ValueFormat = AxisFormat;

/**
 * Writes a value with all the digits that it has, in the reader's way: a fraction as percent, a day number as a date.
 * A value that is not finite is a dash.
 */
export function fullDigits(value: number, format: ValueFormat, locales: readonly string[] = LOCALES): string {
  if (!Number.isFinite(value)) return "–";
  if (format === "date") return dayText(value, locales);
  if (format === "percent") return percentText(localDigits(shifted(value, 2), locales), locales);
  return localDigits(shifted(value, 0), locales);
}

/** Writes a value short, in the reader's way: percent and numbers with two decimals, large amounts without. */
export function shortDigits(value: number, format: ValueFormat, locales: readonly string[] = LOCALES): string {
  if (!Number.isFinite(value)) return "–";
  if (format === "date") return dayText(value, locales);
  const isLarge = format === "amount" && Math.abs(value) >= 1_000;
  const decimals = isLarge ? 0 : 2;
  return numberFormatter(locales, {
    style: format === "percent" ? "percent" : "decimal",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "negative",
  }).format(value);
}

/** Writes the digits of a percentage with the reader's sign of percent. */
function percentText(digits: string, locales: readonly string[]): string {
  return numberFormatter(locales, { style: "percent" }).formatToParts(0)
    .map(({ type, value }) => type === "integer" ? digits : value).join("");
}

const MS_PER_DAY = 86_400_000;

/** Writes a number of days since 1970-01-01 as a date, the same in every zone. */
function dayText(day: number, locales: readonly string[]): string {
  return dateFormatter(locales, { dateStyle: "medium", timeZone: "UTC" }).format(day * MS_PER_DAY);
}

/**
 * Returns the shortest decimal text that stands for a number times ten to a power, without an exponent where it has at
 * most 21 digits. It moves the point of the text, because a product would round.
 */
function shifted(value: number, power: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(String(value)) ?? [];
  const digits = `${whole}${fraction}`;
  const point = whole.length + Number(exponent) + power;
  if (point > LONGEST || point < -LONGEST) return `${sign}${digits[0]}.${digits.slice(1) || "0"}e${point - 1}`;
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const at = Math.max(1, point);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const after = padded.slice(at).replace(/0+$/, "");
  return `${sign}${before}${after === "" ? "" : `.${after}`}`;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const LONGEST = 21;

/** Writes a decimal text with the reader's point and groups of digits. */
function localDigits(text: string, locales: readonly string[]): string {
  if (text.includes("e")) return text;
  const [whole = "", fraction] = text.split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const grouped = numberFormatter(locales, {}).format(BigInt(whole.replace("-", "")));
  if (fraction === undefined) return `${sign}${grouped}`;
  const point = numberFormatter(locales, {}).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  return `${sign}${grouped}${point ?? "."}${fraction}`;
}
