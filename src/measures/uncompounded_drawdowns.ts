/**
 * Returns the uncompounded drawdown after each period: how far the cumulative sum of simple returns is below its
 * highest value so far, the initial 0 included. Optimisation programs minimise and limit these, because they are convex
 * in the weights. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International
 * Journal of Theoretical and Applied Finance 8.
 */
export function uncompoundedDrawdowns(series: Float64Array): Float64Array {
  const depths = new Float64Array(series.length);
  let sum = 0, peak = 0;
  for (let t = 0; t < series.length; t++) {
    sum += series[t];
    peak = Math.max(peak, sum);
    depths[t] = peak - sum;
  }
  return depths;
}
