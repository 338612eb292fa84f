import { factorMarket } from "./factor_market.ts";
import type { MarketShape } from "./row.ts";

const FIRST_PRICE = 100;
const METHODS = ["min_volatility", "max_sharpe", "min_cvar"];

/** What the bodies of a benchmark have beside their prices. */
export interface InlineRunOptions {
  readonly methods?: readonly string[];
  /** Decimals of the prices; 2 where absent. */
  readonly decimals?: number;
}

/**
 * Returns a function that makes bodies of POST /jobs with three methods, unless its options name others, and the
 * daily prices of a synthetic market. No two bodies have the same prices.
 */
export function inlineRuns(
  shape: MarketShape,
  { methods = METHODS, decimals = 2 }: InlineRunOptions = {},
): () => string {
  const { dates, series } = pricesOf(shape, decimals);
  const [first, ...others] = Object.entries(series);
  const rest = JSON.stringify({ dates, series: Object.fromEntries(others) });
  const end = `,"${first[0]}":[${first[1].slice(1).join(",")}`;
  let number = 0;
  return () => {
    const price = (FIRST_PRICE + number++ / 10_000).toFixed(4);
    return `{"methods":${JSON.stringify(methods)},"prices":${rest.slice(0, -2)}${end.replace("[", `[${price},`)}]}}}`;
  };
}

function pricesOf(
  shape: MarketShape,
  decimals: number,
): { dates: readonly string[]; series: Readonly<Record<string, readonly number[]>> } {
  const returns = factorMarket({ ...shape, observations: shape.observations - 1 });
  const series = Object.fromEntries(Array.from({ length: shape.assets }, (_, asset) => {
    let price = FIRST_PRICE;
    const prices = Array.from({ length: shape.observations }, (_, row) => {
      if (row > 0) price *= 1 + returns.data[(row - 1) * shape.assets + asset];
      return Math.round(price * 10 ** decimals) / 10 ** decimals;
    });
    return [`ASSET${asset}`, prices] as const;
  }));
  return { dates: workingDays(shape.observations), series };
}

function workingDays(count: number): readonly string[] {
  const days: string[] = [];
  for (const day = new Date("2020-01-01T00:00:00Z"); days.length < count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
