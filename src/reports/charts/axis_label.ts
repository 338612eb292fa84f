import type { Shape } from "./drawing.ts";
import { fitted, textWidth } from "./text_width.ts";

const TEXT_SIZE = 12;

interface LabelPlace {
  /** Middle of the axis, at which the label stands if there is room, and the width of the drawing; in pixels. */
  readonly middle: number;
  readonly width: number;
  readonly y: number;
}

/** Draws the label of an axis below it: shortened, and moved to where it fits, in a narrow drawing. */
export function axisLabel(label: string, { middle, width, y }: LabelPlace): Shape {
  const text = fitted(label, TEXT_SIZE, width - 8);
  const half = textWidth(text, TEXT_SIZE) / 2;
  const x = Math.max(half + 4, Math.min(middle, width - half - 4));
  return { shape: "text", x, y, text, size: TEXT_SIZE, anchor: "middle", paint: "muted" };
}
