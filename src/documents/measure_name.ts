import { RISK_MEASURES } from "../optimization/risk/mod.ts";

/** A measure of risk in words, from the word of requests; that word itself where no list has it. */
export function measureName(word: string): string {
  const name = (RISK_MEASURES.get(word)?.name ?? word).replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Of what its figures are: a year, a period of the run, or nothing but the whole history. */
export function measurePeriod(word: string): "annual" | "per period" | null {
  const measure = RISK_MEASURES.get(word);
  if (measure?.isOfHistory) return null;
  return measure?.isAnnual ? "annual" : "per period";
}

/** Whether its figures are squares of returns, which are no percentages. */
export function isSquaredMeasure(word: string): boolean {
  return RISK_MEASURES.get(word)?.degree === 2;
}
