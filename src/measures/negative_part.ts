/**
 * Returns min(x, 0) without a branch. A processor would mispredict a branch at every other value of a series with mixed
 * signs.
 */
export function negativePart(x: number): number {
  return (x - Math.abs(x)) / 2;
}
