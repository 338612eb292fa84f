import type { Drawing } from "./drawing.ts";

/** Returns the drawing of a chart: a background rectangle, and the given shapes on it. */
export function withBackground(
  title: Drawing["title"],
  { width, height }: Pick<Drawing, "width" | "height">,
  shapes: Drawing["shapes"],
): Drawing {
  const background = { shape: "rectangle", x: 0, y: 0, width, height, paint: "background" } as const;
  return { title, width, height, shapes: [background, ...shapes] };
}
