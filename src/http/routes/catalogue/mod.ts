import type { Endpoint } from "../../endpoint.ts";
import { getMethodRequirements } from "./get_method_requirements.ts";
import { getUniverse } from "./get_universe.ts";
import { searchMutualFunds } from "./search_mutual_funds.ts";
import { searchUsStocks } from "./search_us_stocks.ts";

export const catalogueEndpoints: readonly Endpoint[] = [
  getMethodRequirements,
  getUniverse,
  searchMutualFunds,
  searchUsStocks,
];
