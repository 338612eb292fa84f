import { RISK_MEASURES } from "../optimization/risk/mod.ts";

/** A measure of risk in words, from the word of requests; that word itself where no list has it. */
export function measureName(word: string): string {
  const name = (RISK_MEASURES.get(word)?.name ?? word).replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Whether its figures are annual; per period otherwise. */
export function isAnnualMeasure(word: string): boolean {
  return RISK_MEASURES.get(word)?.isAnnual === true;
}

/** Whether its figures are squares of returns, which are no percentages. */
export function isSquaredMeasure(word: string): boolean {
  return RISK_MEASURES.get(word)?.degree === 2;
}
