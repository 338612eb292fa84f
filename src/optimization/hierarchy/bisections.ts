import type { Split } from "./split_weights.ts";

/**
 * Returns the splits of `count` places in repeated bisection, a range before its halves. The first half of an odd
 * number is the shorter one.
 */
export function bisections(count: number): readonly Omit<Split, "share">[] {
  const found: Omit<Split, "share">[] = [];
  const rows = [{ from: 0, to: count }];
  for (const { from, to } of rows) {
    if (to - from < 2) continue;
    const border = from + ((to - from) >> 1);
    found.push({ from, border, to });
    rows.push({ from, to: border }, { from: border, to });
  }
  return found;
}
