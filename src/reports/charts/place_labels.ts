import type { Shape } from "./drawing.ts";
import type { DrawnSeries } from "./drawn_series.ts";
import type { Plane } from "./plane.ts";
import { fittedNames, textWidth } from "./text_width.ts";

const TEXT_SIZE = 11;
const WIDTH_AT_MOST = 150;
const ASCENT = 9;
const DESCENT = 3;
/** Lines are kept clear every so many pixels. */
const LINE_STEP = 6;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Labels of points beside them, where they cover no point, line or other label; those that fit nowhere are left out.
 */
export function placeLabels(series: readonly DrawnSeries[], surface: Plane): readonly Shape[] {
  const taken: Box[] = series.flatMap((one) => boxesOf(one, surface));
  const important = [...series].sort((a, b) => Number(b.kind === "points") - Number(a.kind === "points"));
  const labels = [...new Set(important.flatMap(({ points }) => points.flatMap(({ label }) => label ?? [])))];
  const shown = fittedNames(labels, TEXT_SIZE, WIDTH_AT_MOST);
  const texts = new Map(labels.map((label, index) => [label, shown[index]]));
  const shapes: Shape[] = [];
  for (const { points, kind } of important) {
    for (const { x, y, label } of points) {
      const text = label === null ? undefined : texts.get(label);
      if (text === undefined) continue;
      const at = { x: surface.x(x), y: surface.y(y), reach: kind === "points" ? 9 : 6 };
      const place = placesAround(at, textWidth(text, TEXT_SIZE)).find(({ box }) => isFree(box, taken, surface));
      if (place === undefined) continue;
      taken.push(place.box);
      const paint = kind === "points" ? "ink" : "muted";
      shapes.push({ shape: "text", x: place.x, y: place.y, text, size: TEXT_SIZE, anchor: place.anchor, paint });
    }
  }
  return shapes;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly box: Box;
}

/** Beside, above, below and at the corners of a mark, best first. */
function placesAround({ x, y, reach }: { x: number; y: number; reach: number }, width: number): readonly Place[] {
  const near = reach * 0.7;
  const place = (anchor: Place["anchor"], atX: number, baseline: number): Place => {
    const left = anchor === "start" ? atX : anchor === "end" ? atX - width : atX - width / 2;
    const box = { left, right: left + width, top: baseline - ASCENT, bottom: baseline + DESCENT };
    return { x: atX, y: baseline, anchor, box };
  };
  return [
    place("start", x + reach, y + 4),
    place("end", x - reach, y + 4),
    place("middle", x, y - reach),
    place("middle", x, y + reach + ASCENT),
    place("start", x + near, y - near),
    place("start", x + near, y + near + ASCENT),
    place("end", x - near, y - near),
    place("end", x - near, y + near + ASCENT),
  ];
}

function isFree(box: Box, taken: readonly Box[], surface: Plane): boolean {
  return box.left >= surface.left && box.right <= surface.right + 12 &&
    box.top >= surface.top - 4 && box.bottom <= surface.bottom &&
    taken.every((other) =>
      box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom
    );
}

function boxesOf({ points, kind }: DrawnSeries, surface: Plane): readonly Box[] {
  const places = points.map(({ x, y }) => ({ x: surface.x(x), y: surface.y(y) }));
  if (kind !== "line") return places.map((place) => boxAround(place, kind === "points" ? 6 : 3));
  return places.slice(1).flatMap((to, index) => {
    const from = places[index];
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LINE_STEP));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const share = step / steps;
      return boxAround({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, 1);
    });
  });
}

function boxAround({ x, y }: { x: number; y: number }, reach: number): Box {
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}
