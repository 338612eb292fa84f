import type { Drawing } from "./drawing.ts";

/** A drawing on a page of its own colour. */
export function withBackground(drawing: Drawing): Drawing {
  const { width, height, shapes } = drawing;
  return { ...drawing, shapes: [{ shape: "rectangle", x: 0, y: 0, width, height, paint: "background" }, ...shapes] };
}
