import { type ChartContent, startSourceServer } from "../../tests/support/source_server.ts";
import { syntheticList } from "./synthetic_lists.ts";
import { weekdays } from "./weekdays.ts";

/** Number of trading days in the simulated price charts: ten years. */
const ROWS = 2_520;
const DELAY_MS = 50;

/** Returns a price chart for any symbol. Each symbol has its own prices. */
function chart(symbol: string): ChartContent {
  const level = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const closes = DATES.map((_, t) => Number((level + t * 0.1 + 5 * Math.sin(t + level)).toFixed(6)));
  return { currency: "INR", dates: DATES, closes, adjustedCloses: closes };
}

const DATES = weekdays(ROWS);

/**
 * Simulated market data sources in a thread of their own. Each answer takes 50 ms. The thread sends the addresses of
 * the sources once it listens.
 */
const server = startSourceServer({ chart, values: () => null, list: syntheticList });
server.delayMs = DELAY_MS;
self.postMessage(server.urls);

declare const self: { postMessage(message: typeof server.urls): void };
