import type { Doubt } from "../domain/doubt.ts";
import { readAs } from "./kinds/read_as.ts";
import { unsureReading } from "./kinds/unsure_reading.ts";

/** How days or numbers of a file were read, where the text alone does not say it. */
export interface Reading {
  readonly what: "days" | "numbers";
  /** Text of a cell, and what it was read as. */
  readonly from: string;
  readonly to: string;
  /** Half a sentence that says why. */
  readonly why: string;
  /** Whether another reading is possible. */
  readonly isUnsure: boolean;
}

/** Names of columns or assets that were read in one way; none where it is the whole file. */
export interface ReadingOf {
  readonly names: readonly string[];
  readonly reading: Reading;
}

const WRITE: Readonly<Record<Reading["what"], string>> = {
  days: "write days as YYYY-MM-DD",
  numbers: "write numbers without thousands set apart",
};

/** Returns a doubt for each way of reading, with the names that were read so and the first example. */
export function readingDoubts(all: readonly ReadingOf[]): readonly Doubt[] {
  const byWay = Map.groupBy(all, ({ reading: { what, why, isUnsure } }) => {
    // The examples in the reason differ from file to file.
    return `${what} ${isUnsure} ${why.replace(/"[^"]*"/g, "")}`;
  });
  return [...byWay.values()].flatMap((ways) => {
    const [first] = ways;
    if (first === undefined) return [];
    const { what, from, to, why, isUnsure } = first.reading;
    const names = ways.flatMap(({ names }) => names), facts = { what, from, to, why };
    return isUnsure ? unsureReading.about(names, { ...facts, write: WRITE[what] }) : readAs.about(names, facts);
  });
}
