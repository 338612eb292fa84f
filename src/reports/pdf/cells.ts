import { MEASURES } from "../../measures/mod.ts";
import type { Metrics } from "../../documents/figures.ts";

/** What is not there, or not defined. */
const NOTHING = "–";
/** Rounded to a hundredth of a percent, less than half of it is shown as nothing. */
export const VISIBLE_SHARE = 5e-5;

/** What is smaller is rounding. */
const NEGLIGIBLE = 1e-12;

/** A metric as a cell. */
export function metricCell(id: string, metrics: Metrics | null): string {
  const value = metrics?.[id];
  return MEASURES.get(id)?.figure === "fraction" ? percentCell(value) : numberCell(value);
}

/** What a metric is called, with whether it is annual. */
export function metricTitle(id: string): string {
  const measure = MEASURES.get(id);
  return measure === undefined ? id : measure.documentation.title;
}

/** A fraction as percent. */
export function percentCell(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : `${(100 * value).toFixed(2)} %`;
}

/** A weight or a share: one that rounds to nothing is left out. */
export function shareCell(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  return Math.abs(value) < VISIBLE_SHARE ? "" : percentCell(value);
}

/** A number to three decimals, or to three digits that count where it is small. */
export function numberCell(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  return Math.abs(value) >= NEGLIGIBLE && Math.abs(value) < 0.01 ? value.toPrecision(3) : value.toFixed(3);
}

/** An amount with commas between thousands. */
export function amountCell(value: number): string {
  const [whole, decimals] = Math.abs(value).toFixed(2).split(".");
  return `${value < 0 ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}
