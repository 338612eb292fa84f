const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Finds the minimum of a function of one variable within an interval by golden-section search, to `tolerance`. The
 * function must first fall and then rise in the interval.
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
