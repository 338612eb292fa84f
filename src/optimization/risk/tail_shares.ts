import { roundingOf } from "./rounding_of.ts";

/**
 * Returns a subgradient of the mean of the `count` largest losses, of which the last may count by a fraction. `level`
 * is the least of these losses, the value at risk. A loss above it has the share 1 / count, and the losses equal to it
 * share the rest of 1 evenly. With row weights each share is multiplied by its weight, and `count` is the sum of the
 * weights in the tail.
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
