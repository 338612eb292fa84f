import type { Drawing, DrawingSize, LegendItem, Spot } from "../../src/reports/charts/drawing.ts";
import type { ValueFormat } from "./full_digits.ts";
import type { ReadersNotation } from "./readers_notation.ts";

/** The figures of a chart as rows and columns. */
export interface ChartTable {
  readonly columns: readonly { readonly name: string; readonly format: ValueFormat | "text" }[];
  /** A text in a column of text, otherwise a number; null where there is none. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** What a chart shows at one place, for who points at it. */
export interface Reading {
  readonly heading: string;
  readonly lines: readonly ReadingLine[];
}

export interface ReadingLine {
  readonly name: string;
  /** Values in the order in which they are read; two for the ends of a range. */
  readonly values: readonly number[];
  readonly format: ValueFormat;
  /** Look of the line's series in the legend; null where it has none. */
  readonly look: LegendItem | null;
}

/** A chart that a reader can point at, and whose series can be hidden. */
export interface InteractiveChart {
  readonly title: string;
  readonly subtitle: string | null;
  /** How the texts and values of the chart are written. */
  readonly notation: ReadersNotation;
  /** Names of the series that the legend hides and shows. */
  readonly hideable: readonly string[];
  /** Draws the chart without the hidden series. */
  draw(size: DrawingSize, hidden: ReadonlySet<string>): Drawing;
  /** Returns the figures at a spot of the drawing that `draw` made with the same hidden series. */
  readingAt(spot: Spot, drawing: Drawing, hidden: ReadonlySet<string>): Reading;
  table(): ChartTable;
}

/** Writes the reading of a chart as one sentence for a screen reader. */
export function sentenceOf({ heading, lines }: Reading, write: ReadersNotation["short"]): string {
  const parts = lines.map(({ name, values, format }) => {
    const written = values.map((value) => write(value, format)).join(" to ");
    return name === "" ? written : `${name} ${written}`;
  });
  return [heading, ...parts].filter((part) => part !== "").join(", ");
}
