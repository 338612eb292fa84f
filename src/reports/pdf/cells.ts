import { MEASURES } from "../../measures/mod.ts";
import type { Metrics } from "../../documents/figures.ts";

/** Text shown in a table cell of a report that has no value. */
const NOTHING = "–";
/** Smallest absolute weight or share that a report shows, as a fraction; anything smaller would round to 0.00 %. */
export const VISIBLE_SHARE = 5e-5;

/** Largest absolute figure that the PDF report takes for rounding error. */
const NEGLIGIBLE = 1e-12;

/** Formats a metric as the text of a report's table cell. */
export function metricCell(id: string, metrics: Metrics | null): string {
  const value = metrics?.[id];
  return MEASURES.get(id)?.figure === "fraction" ? percentCell(value) : numberCell(value);
}

/** Returns the title of a metric, or its id if no measure has that id. */
export function metricTitle(id: string): string {
  const measure = MEASURES.get(id);
  return measure === undefined ? id : measure.documentation.title;
}

/** Formats a fraction as a percentage with two decimals for a report. */
export function percentCell(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : `${(100 * value).toFixed(2)} %`;
}

/** Formats a weight or share as a percentage; blank where it would round to zero. */
export function shareCell(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  return Math.abs(value) < VISIBLE_SHARE ? "" : percentCell(value);
}

/**
 * Formats a number with three decimals, or with three significant digits where its size is below 0.01 but at least
 * 1e-12.
 */
export function numberCell(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  return Math.abs(value) >= NEGLIGIBLE && Math.abs(value) < 0.01 ? value.toPrecision(3) : value.toFixed(3);
}

/** Formats an amount of money with two decimals and commas between thousands. */
export function amountCell(value: number): string {
  const [whole, decimals] = Math.abs(value).toFixed(2).split(".");
  return `${value < 0 ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}
