/** How the texts of a chart write numbers, amounts of money and days. */
export interface Notation {
  /** Writers of the labels beside the axes of a chart. */
  readonly ticks: TickNotation;
  /** Writes a number with the digits that it has. */
  readonly number: (value: number) => string;
  /** Writes a large whole number with its digits in groups. */
  readonly count: (value: number) => string;
  /** Writes a fraction as percent within a text, with two decimals at most if nothing else is said. */
  readonly percent: (fraction: number, decimals?: Decimals) => string;
  /** Writes an amount of money with about four digits, a large one in a unit such as millions. */
  readonly amount: (value: number) => string;
  /** Writes a calendar day that is given as `2024-12-31`. */
  readonly day: (isoDay: string) => string;
}

/** Smallest and largest number of decimals that a text of a chart has. */
export interface Decimals {
  readonly least: number;
  readonly most: number;
}

/**
 * Writes the value at a tick of an axis, with the decimals that the step between the ticks needs. The largest value of
 * the axis decides whether all its amounts have a unit.
 */
export type TickWriter = (value: number, step: number, largest: number) => string;

/** Writers of tick labels: of values by the format of the axis, and of days, given as days since 1970-01-01. */
export interface TickNotation {
  readonly number: TickWriter;
  readonly percent: TickWriter;
  readonly amount: TickWriter;
  readonly day: (day: number) => string;
  /** Writes the month, or the year, that begins with a day. */
  readonly month: (day: number) => string;
  readonly year: (day: number) => string;
}

/** Returns the number of decimals that tell the ticks of an axis apart which are a step away from each other. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++) {
    const shifted = step * 10 ** decimals;
    if (Math.round(shifted) > 0 && Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return decimals;
  }
  return 12;
}
