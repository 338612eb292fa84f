/** Type of the evidence of a doubt about the number of periods in a year. */
export type YearFacts = {
  readonly pointer: string;
  /** Number of periods in a year that the request gives, and the one that its frequency and its dates speak for. */
  readonly periods: number;
  readonly usual: number;
  readonly frequency: string;
  /** Frequency of as many periods a year, which the dates allow; null where there is none. */
  readonly meant: string | null;
  /** Number by which annual returns come out too large; below 1, too small. For volatilities it is its root. */
  readonly factor: number;
};

/** Says by how much a number of periods in a year changes annual figures. */
export function factorWords({ factor }: YearFacts): string {
  return `so that annual returns are ${times(factor)} and volatilities ${times(Math.sqrt(factor))} too ` +
    (factor > 1 ? "large" : "small");
}

function times(factor: number): string {
  return `${Number((factor > 1 ? factor : 1 / factor).toPrecision(3))} times`;
}
