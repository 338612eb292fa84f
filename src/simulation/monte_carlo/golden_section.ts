const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Where a function of one number is least within an interval, to `tolerance`; the function falls and then rises there.
 */
export function goldenSection(
  value: (x: number) => number,
  { low, high, tolerance }: { low: number; high: number; tolerance: number },
): number {
  let [left, right] = [low, high];
  let [a, b] = [right - GOLDEN * (right - left), left + GOLDEN * (right - left)];
  let [atA, atB] = [value(a), value(b)];
  while (right - left > tolerance) {
    if (atA <= atB) {
      [right, b, atB] = [b, a, atA];
      a = right - GOLDEN * (right - left);
      atA = value(a);
    } else {
      [left, a, atA] = [a, b, atB];
      b = left + GOLDEN * (right - left);
      atB = value(b);
    }
  }
  return (left + right) / 2;
}
