/**
 * Test helper. Returns a CSV text of oscillating daily prices: a header line, then one row per day with the date and
 * one price per name.
 */
export function swingingPrices(names: readonly string[], rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const date = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);
    const prices = names.map((_, k) => (100 + i / (k + 20) + (1 + k % 17) * Math.sin(i * (1.1 + k))).toFixed(4));
    return [date, ...prices].join(",");
  });
  return ["date," + names.join(","), ...lines].join("\n") + "\n";
}
