import type { Endpoint } from "../../endpoint.ts";
import { importHoldings } from "./import_holdings.ts";

export const holdingsEndpoints: readonly Endpoint[] = [importHoldings];
