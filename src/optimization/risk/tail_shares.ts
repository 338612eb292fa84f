import { roundingOf } from "./rounding_of.ts";

/**
 * Shares of the mean of the `count` largest losses, a fraction of which counts by its share, about the level that they
 * begin at: 1 / count beyond it, the rest of 1 spread evenly over the losses at it. Where losses count by weights, so
 * do their shares, and `count` is the sum of the weights of the largest.
 */
export function tailShares(
  losses: Float64Array,
  level: number,
  { count, rowWeights }: { readonly count: number; readonly rowWeights?: Float64Array | undefined },
): Float64Array {
  const near = roundingOf(losses), weightOf = (t: number): number => rowWeights?.[t] ?? 1;
  const beyond = losses.reduce((sum, loss, t) => loss > level + near ? sum + weightOf(t) : sum, 0);
  const at = losses.reduce((sum, loss, t) => Math.abs(loss - level) <= near ? sum + weightOf(t) : sum, 0);
  return losses.map((loss, t) => {
    if (Math.abs(loss - level) <= near) return weightOf(t) * ((count - beyond) / (count * at));
    return loss > level ? weightOf(t) / count : 0;
  });
}
