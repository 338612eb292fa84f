import { MEASURES } from "../../measures/mod.ts";
import { type Figure, percent, plain } from "./sheet.ts";

/** A metric by its id: returns and what is lost of them as shares of a hundred, all else as it is. */
export function metricFigure(id: string, value: number | null | undefined): Figure {
  return MEASURES.get(id)?.figure === "fraction" ? percent(value) : plain(value);
}
