import { named, percent } from "./sentence_parts.ts";

/** Type of the evidence of a doubt about the unit of moments. */
export type MomentFacts = {
  readonly pointer: string;
  /**
   * Median annual volatility of the assets if the moments are taken in the unit of the request; null where only the
   * expected returns are doubted.
   */
  readonly volatility: number | null;
  /** Median size of the annual expected returns as taken; null where only the covariance is doubted. */
  readonly expected_return: number | null;
  /** Period that was taken, such as "daily". */
  readonly taken: string;
  /** Unit that would be meant, such as "yearly" or "monthly, in percent". */
  readonly meant: string;
  /** Another unit that fits nearly as well; null where none does. */
  readonly or_meant: string | null;
  /**
   * Number by which annual expected returns and variances (without percent) come out too large as taken; below 1, too
   * small. For volatilities it is its root.
   */
  readonly factor: number;
};

/** Returns the sentence of a doubt about the unit of moments. */
export function momentsSentence(
  assets: readonly string[],
  facts: MomentFacts,
): string {
  const { pointer, volatility, expected_return: mean, taken, meant, or_meant: beside } = facts;
  const size = [
    volatility === null ? [] : [`a volatility of ${percent(volatility)}`],
    mean === null ? [] : [`a return of ${percent(mean)}`],
  ].flat().join(" and ");
  return `The numbers at ${pointer}, of ${
    named(assets)
  }, are taken as ${taken}, which is ${size} a year in the median: ` +
    `if they are ${meant}${beside === null ? "" : ` (or ${beside})`}, ${adviceOf(facts)}`;
}

/** Frequencies in which all moments of a request may be sent. */
const FREQUENCIES: readonly string[] = ["daily", "weekly", "monthly", "yearly"];

function adviceOf({ pointer, taken, meant }: MomentFacts): string {
  const isAll = pointer === "/moments" && FREQUENCIES.includes(meant);
  return isAll ? `send "frequency": "${meant}"` : `convert them to ${taken} returns and variances, as fractions`;
}
