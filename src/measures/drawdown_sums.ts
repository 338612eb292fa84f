/** The largest of drawdowns, 0 without any, the sum of the drawdowns, and the sum of their squares. */
export interface DrawdownSums {
  readonly deepest: number;
  readonly sum: number;
  readonly squares: number;
}

/** Returns the largest drawdown, the sum of drawdowns and the sum of their squares. */
export function drawdownSums(drawdowns: Float64Array): DrawdownSums {
  let deepest = 0, sum = 0, squares = 0;
  for (let t = 0; t < drawdowns.length; t++) {
    const depth = drawdowns[t];
    if (depth > deepest) deepest = depth;
    sum += depth;
    squares += depth * depth;
  }
  return { deepest, sum, squares };
}
