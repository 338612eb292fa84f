import { growwMutualFunds } from "./groww_mutual_funds.ts";
import { growwStocks } from "./groww_stocks.ts";
import { iciciDirect } from "./icici_direct.ts";
import type { Layout } from "./layout.ts";
import { zerodhaCombined } from "./zerodha_combined.ts";
import { zerodhaEquity } from "./zerodha_equity.ts";
import { zerodhaKite } from "./zerodha_kite.ts";
import { zerodhaMutualFunds } from "./zerodha_mutual_funds.ts";

/**
 * All table formats of brokerages that can be read. Where the header of a table fits several of them, the format that
 * names the most columns is used.
 */
export const LAYOUTS: readonly Layout[] = [
  growwMutualFunds,
  growwStocks,
  iciciDirect,
  zerodhaCombined,
  zerodhaEquity,
  zerodhaKite,
  zerodhaMutualFunds,
];
