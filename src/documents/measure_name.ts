import { RISK_MEASURES } from "../optimization/risk/mod.ts";

/**
 * Returns the display name of a risk measure, such as "Conditional value at risk". For an unknown measure the given
 * word serves as the name.
 */
export function measureName(word: string): string {
  const name = (RISK_MEASURES.get(word)?.name ?? word).replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * Returns the period that figures of a risk measure refer to: a year or one period of the run. Null for a measure of
 * the whole history.
 */
export function measurePeriod(word: string): "annual" | "per period" | null {
  const measure = RISK_MEASURES.get(word);
  if (measure?.isOfHistory) return null;
  return measure?.isAnnual ? "annual" : "per period";
}

/** Whether a risk measure has squared returns as its unit, so that its value cannot be shown as a percentage. */
export function isSquaredMeasure(word: string): boolean {
  return RISK_MEASURES.get(word)?.degree === 2;
}
