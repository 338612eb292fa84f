import type { Point } from "./chart_description.ts";
import { isShown } from "./plane.ts";

/**
 * Reduces points to what a drawing can show: the lowest and highest point of each pixel column and both ends, so that
 * no extreme is lost. Points are in ascending order of x; in each column one undrawable point is kept as a gap.
 */
export function downsample(points: readonly Point[], { columns }: { columns: number }): readonly Point[] {
  if (points.length <= 2 * columns) return points;
  const [low, high] = [points[0].x, points[points.length - 1].x];
  const columnOf = ({ x }: Point): number => Math.min(columns - 1, Math.floor(((x - low) / (high - low)) * columns));
  const sampled: Point[] = [];
  for (let start = 0; start < points.length;) {
    let end = start + 1;
    while (end < points.length && columnOf(points[end]) === columnOf(points[start])) end++;
    sampled.push(...extremesOf(points, start, end));
    start = end;
  }
  return sampled;
}

function extremesOf(points: readonly Point[], start: number, end: number): readonly Point[] {
  let [lowest, highest, gap] = [-1, -1, -1];
  for (let index = start; index < end; index++) {
    const { y } = points[index];
    if (!isShown(y)) gap = index;
    else {
      if (lowest < 0 || y < points[lowest].y) lowest = index;
      if (highest < 0 || y > points[highest].y) highest = index;
    }
  }
  const atEnds = [...start === 0 ? [0] : [], ...end === points.length ? [end - 1] : []];
  const indexes = new Set([lowest, highest, gap, ...atEnds].filter((index) => index >= 0));
  return [...indexes].sort((a, b) => a - b).map((index) => points[index]);
}
