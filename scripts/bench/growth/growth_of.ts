/** Cost of a whole run of one size. */
export interface SizeCost {
  readonly size: number;
  readonly seconds: number;
}

/** How the cost of runs grows with their size. */
export interface Growth {
  /** Slope of log seconds by log size, by least squares: 1 where twice the size costs twice the time. */
  readonly slope: number;
  /** Largest ratio of the times of two neighbouring sizes. */
  readonly largestStep: number;
}

/** Returns how cost grows over sizes in ascending order. Throws a RangeError for fewer than two sizes. */
export function growthOf(costs: readonly SizeCost[]): Growth {
  if (costs.length < 2) throw new RangeError(`Growth needs two sizes, got ${costs.length}`);
  const points = costs.map(({ size, seconds }) => ({ x: Math.log(size), y: Math.log(seconds) }));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  let products = 0, squares = 0;
  for (const { x, y } of points) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) ** 2;
  }
  const steps = costs.slice(1).map(({ seconds }, i) => seconds / (costs[i]?.seconds ?? seconds));
  return { slope: products / squares, largestStep: Math.max(...steps) };
}
