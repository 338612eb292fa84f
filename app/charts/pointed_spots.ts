import type { Spot } from "../../src/reports/charts/drawing.ts";

/** Distance in pixels beyond which a place of a chart has no spot. */
const FARTHEST = 24;

/**
 * Returns the index of the spot at a place of a drawing: the nearest by its middle of those that hold the place, else
 * the nearest one around; -1 where none is near.
 */
export function spotAt(spots: readonly Spot[], x: number, y: number): number {
  let [best, nearest] = [-1, Infinity];
  spots.forEach((spot, index) => {
    const across = Math.max(spot.x - x, 0, x - spot.x - spot.width);
    const down = Math.max(spot.y - y, 0, y - spot.y - spot.height);
    const outside = Math.hypot(across, down);
    if (outside > FARTHEST) return;
    const middle = Math.hypot(spot.x + spot.width / 2 - x, spot.y + spot.height / 2 - y);
    const distance = outside * FAR + middle;
    if (distance < nearest) [best, nearest] = [index, distance];
  });
  return best;
}

/** Factor by which a spot that does not hold the place counts as farther away than all that do. */
const FAR = 1e6;

/** Returns the index of the spot to which a key leads from another one; null for a key that leads nowhere. */
export function spotByKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const step = STEPS[key];
  if (step !== undefined) return Math.min(last, Math.max(0, at + step));
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};
