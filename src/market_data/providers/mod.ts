import { registry } from "../../domain/registry.ts";
import type { MarketDataProvider } from "../provider.ts";
import { sample } from "./sample.ts";

/** Every source of market data. */
export const PROVIDERS = registry<MarketDataProvider>([sample]);
