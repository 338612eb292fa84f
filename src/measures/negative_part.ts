/** min(x, 0) without a branch, which a series of either sign would mispredict every other time. */
export function negativePart(x: number): number {
  return (x - Math.abs(x)) / 2;
}
