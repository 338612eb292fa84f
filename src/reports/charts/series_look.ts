import type { Paint } from "./drawing.ts";
import { SERIES_COLOURS } from "./palette.ts";

/**
 * Returns the fill of a series in a bar or stack chart: its assigned colour, or the one of its position in the chart. A
 * colour that is used a second time is faint. The series of all remaining assets is grey.
 */
export function seriesLook(
  { isRest, colour }: { readonly isRest: boolean; readonly colour?: number },
  place: number,
): { readonly paint: Paint; readonly isFaint: boolean } {
  if (isRest) return { paint: "neutral", isFaint: false };
  const at = colour ?? place;
  return { paint: `series-${at % SERIES_COLOURS}`, isFaint: at >= SERIES_COLOURS };
}
