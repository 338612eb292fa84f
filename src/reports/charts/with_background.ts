import type { Drawing } from "./drawing.ts";

/** Returns the drawing of a chart: a background rectangle, and the given shapes on it. */
export function withBackground({ width, height, shapes, ...rest }: Drawing): Drawing {
  const background = { shape: "rectangle", x: 0, y: 0, width, height, paint: "background" } as const;
  return { ...rest, width, height, shapes: [background, ...shapes] };
}
