import type { Split } from "./split_weights.ts";

/** A row of places halved until each is alone, the first half of an odd number the shorter; wholes before halves. */
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
