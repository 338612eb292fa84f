import type { Drawing } from "./drawing.ts";

/** Returns a chart drawing with a background rectangle behind its shapes. */
export function withBackground(drawing: Drawing): Drawing {
  const { width, height, shapes } = drawing;
  return { ...drawing, shapes: [{ shape: "rectangle", x: 0, y: 0, width, height, paint: "background" }, ...shapes] };
}
