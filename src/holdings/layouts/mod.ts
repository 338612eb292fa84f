import { growwMutualFunds } from "./groww_mutual_funds.ts";
import { growwStocks } from "./groww_stocks.ts";
import type { Layout } from "./layout.ts";
import { zerodhaCombined } from "./zerodha_combined.ts";
import { zerodhaEquity } from "./zerodha_equity.ts";
import { zerodhaMutualFunds } from "./zerodha_mutual_funds.ts";

/** Every table that is read. Where a header fits several, the one of most columns counts. */
export const LAYOUTS: readonly Layout[] = [
  growwMutualFunds,
  growwStocks,
  zerodhaCombined,
  zerodhaEquity,
  zerodhaMutualFunds,
];
