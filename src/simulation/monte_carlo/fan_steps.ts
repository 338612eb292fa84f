/** Steps of a fan, step 0 and the last included. */
const MOST = 120;

/**
 * The steps from 1 on at which wealth is stored: all of a short horizon, else evenly spread, the last always among
 * them.
 */
export function fanStepsOf(horizon: number): Int32Array {
  const count = Math.min(horizon, MOST - 1);
  return Int32Array.from({ length: count }, (_, k) => Math.round((k + 1) * horizon / count));
}
