/** Largest number of steps in a fan chart, including step 0 and the last. */
const MOST = 120;

/**
 * Returns the steps, from 1 on, at which a simulation stores wealth for the fan chart: all steps of a short horizon,
 * else evenly spaced ones. The last step is always included.
 */
export function fanStepsOf(horizon: number): Int32Array {
  const count = Math.min(horizon, MOST - 1);
  return Int32Array.from({ length: count }, (_, k) => Math.round((k + 1) * horizon / count));
}
