import { MEASURES } from "../../measures/mod.ts";
import { type Figure, percent, plain } from "./sheet.ts";

/**
 * Returns a metric as a spreadsheet figure: fractions such as returns and losses as a percentage, everything else as a
 * plain number.
 */
export function metricFigure(id: string, value: number | null | undefined): Figure {
  return MEASURES.get(id)?.figure === "fraction" ? percent(value) : plain(value);
}
