import type { Drawing } from "./drawing.ts";

/** Adds a background rectangle behind the shapes of a drawing. */
export function withBackground(drawing: Drawing): Drawing {
  const { width, height, shapes } = drawing;
  return { ...drawing, shapes: [{ shape: "rectangle", x: 0, y: 0, width, height, paint: "background" }, ...shapes] };
}
