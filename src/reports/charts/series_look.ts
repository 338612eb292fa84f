import type { Paint } from "./drawing.ts";
import { SERIES_COLOURS } from "./palette.ts";

/** How the area of a series is filled: by its colour, else by its place among all; colours taken anew are faint. */
export function seriesLook(
  { isRest, colour }: { readonly isRest: boolean; readonly colour?: number },
  place: number,
): { readonly paint: Paint; readonly isFaint: boolean } {
  if (isRest) return { paint: "neutral", isFaint: false };
  const at = colour ?? place;
  return { paint: `series-${at % SERIES_COLOURS}`, isFaint: at >= SERIES_COLOURS };
}
