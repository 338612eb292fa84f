import { roundingOf } from "./rounding_of.ts";

/**
 * Shares of the mean of the `count` largest losses, a fraction of which counts by its share, about the level that they
 * begin at: 1 / count beyond it, the rest of 1 spread evenly over the losses at it.
 */
export function tailShares(losses: Float64Array, level: number, count: number): Float64Array {
  const near = roundingOf(losses);
  const beyond = losses.reduce((sum, loss) => loss > level + near ? sum + 1 : sum, 0);
  const at = losses.reduce((sum, loss) => Math.abs(loss - level) <= near ? sum + 1 : sum, 0);
  return losses.map((loss) => {
    if (Math.abs(loss - level) <= near) return (count - beyond) / (count * at);
    return loss > level ? 1 / count : 0;
  });
}
