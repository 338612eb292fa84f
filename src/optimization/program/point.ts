import type { Program } from "./program.ts";

/** A primal point of a program with a multiplier for each of its rows, in the dual of the row's cone. */
export interface Point {
  readonly x: Float64Array;
  readonly z: Float64Array;
}

/** A point with the variables that others set at what those ask for; itself where there are none. */
export function settled({ settlers }: Program, point: Point): Point {
  if (settlers.length === 0) return point;
  const x = point.x.slice();
  for (const settler of settlers) settler.settle(x);
  return { x, z: point.z };
}
