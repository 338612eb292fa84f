import { FRACTION_METRICS } from "../fraction_metrics.ts";
import { type Figure, percent, plain } from "./sheet.ts";

/** A metric by its id: returns and what is lost of them as shares of a hundred, all else as it is. */
export function metricFigure(id: string, value: number | null | undefined): Figure {
  return FRACTION_METRICS.has(id) ? percent(value) : plain(value);
}
