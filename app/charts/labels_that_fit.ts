import { textWidth } from "../../src/reports/charts/text_width.ts";
import type { Tick } from "../../src/reports/charts/ticks.ts";

const TEXT_SIZE = 12;

/** Where the labels of an axis stand. */
export interface LabelledAxis {
  /** Values at the ends of the axis. */
  readonly low: number;
  readonly high: number;
  /** Pixels from end to end, and from the end to the edge of the drawing. */
  readonly length: number;
  readonly beyond: number;
}

/** Returns the labels of ticks along an axis. One that the edge of the drawing would cut is left empty. */
export function labelsThatFit(
  ticks: readonly Tick[],
  { low, high, length, beyond }: LabelledAxis,
): readonly string[] {
  return ticks.map(({ value, label }) => {
    const room = length * (high - value) / (high - low) + beyond;
    return textWidth(label, TEXT_SIZE) / 2 <= room ? label : "";
  });
}
