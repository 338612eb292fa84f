import type { Point } from "./chart_description.ts";
import { downsample } from "./downsample.ts";
import type { Paint, Shape } from "./drawing.ts";
import { isShown, type Plane } from "./plane.ts";

/** Type of a series of a chart that is drawn as a line: its points, colour and dash style. */
export interface PaintedSeries {
  /**
   * Data points of the drawn line in ascending order of x. A point whose y cannot be shown (not finite, or above 1e12
   * in size) leaves a gap.
   */
  readonly points: readonly Point[];
  readonly paint: Paint;
  readonly isDashed?: boolean;
}

/**
 * Draws a series of a chart as a line, with an area down to 0 or to the edge of the plot if asked for. A single point
 * between two gaps is drawn as a dot.
 */
export function drawSeries(
  { points, paint, isDashed = false }: PaintedSeries,
  surface: Plane,
  { isArea, lineWidth = 1.75 }: { isArea: boolean; lineWidth?: number },
): readonly Shape[] {
  const shown = downsample(points, { columns: Math.floor(surface.right - surface.left) });
  return runsOf(shown).flatMap((run): readonly Shape[] => {
    const line = run.map(({ x, y }) => [surface.x(x), surface.y(y)] as const);
    const [first, last] = [line[0], line[line.length - 1]];
    if (line.length === 1) return [{ shape: "circle", x: first[0], y: first[1], radius: 2.5, paint }];
    const zero = Math.min(surface.bottom, Math.max(surface.top, surface.y(0)));
    const outline = [[first[0], zero] as const, ...line, [last[0], zero] as const];
    return [
      ...isArea ? [{ shape: "area", points: outline, paint, opacity: 0.18 } as const] : [],
      { shape: "line", points: line, paint, width: lineWidth, isDashed },
    ];
  });
}

/** Splits the points of a chart's line at its gaps into runs of consecutive points. */
function runsOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (isShown(point.y)) runs[runs.length - 1].push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
