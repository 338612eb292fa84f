import type { Program } from "./program.ts";

/** A primal point of a program, and a multiplier for each row. The multipliers of a block lie in its dual cone. */
export interface Point {
  readonly x: Float64Array;
  readonly z: Float64Array;
}

/** The point with every variable that follows from others set by its settler. */
export function settled({ settlers }: Program, point: Point): Point {
  if (settlers.length === 0) return point;
  const x = point.x.slice();
  for (const settler of settlers) settler.settle(x);
  return { x, z: point.z };
}
