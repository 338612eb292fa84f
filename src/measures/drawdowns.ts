/**
 * Returns the compounded drawdown of a return series after each period: the fraction by which wealth is below its
 * highest value so far, the initial 1 included. Values are in [0, 1]; wealth that falls to zero or below stays at zero.
 *
 * Uses 1 - d_t = (1 - d_(t-1)) (1 + x_t) for the drawdown d and the return x, which neither overflows nor loses small
 * drawdowns.
 */
export function drawdowns(series: Float64Array): Float64Array {
  const depths = new Float64Array(series.length);
  let depth = 0;
  for (let t = 0; t < series.length; t++) {
    if (depth < 1) depth = Math.min(Math.max(depth - series[t] * (1 - depth), 0), 1);
    depths[t] = depth;
  }
  return depths;
}
