import { factorMarket } from "../factor_market.ts";
import type { MarketShape } from "../row.ts";
import { weekdays } from "../weekdays.ts";

/** Returns a CSV file of prices with a column of days and one column an asset: the synthetic market of the bench. */
export function pricesFile(shape: MarketShape): string {
  const { assets, observations } = shape, { data } = factorMarket(shape);
  const prices = new Float64Array(assets).fill(100);
  const days = weekdays(observations + 1);
  const lines = [`Date,${Array.from(prices, (_, i) => `A${i}`).join(",")}`, lineOf(days[0] ?? "", prices)];
  for (let t = 0; t < observations; t++) {
    for (let i = 0; i < assets; i++) prices[i] *= 1 + data[t * assets + i];
    lines.push(lineOf(days[t + 1] ?? "", prices));
  }
  return `${lines.join("\n")}\n`;
}

function lineOf(day: string, prices: Float64Array): string {
  return `${day},${Array.from(prices, (price) => price.toFixed(6)).join(",")}`;
}
