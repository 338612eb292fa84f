import { percent } from "../../format/percent.ts";
import { ratio } from "../../format/ratio.ts";

/** Largest size of a limit that is a fraction: a leverage of ten. */
const LARGEST_FRACTION = 10;

/** Writes a limit of a rule; null as none. */
export function limitFigure(value: number | null, as: "fraction" | "number" = "fraction"): string {
  if (value === null) return "none";
  return as === "fraction" && Math.abs(value) <= LARGEST_FRACTION ? percent(value) : ratio(value);
}
