import { type ChartContent, startSourceServer } from "../../tests/support/source_server.ts";
import { syntheticList } from "./synthetic_lists.ts";
import { weekdays } from "./weekdays.ts";

/** Ten years of sessions. */
const ROWS = 2_520;
const DELAY_MS = 50;

/** Any symbol has a chart, each its own prices. */
function chart(symbol: string): ChartContent {
  const level = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const closes = DATES.map((_, t) => Number((level + t * 0.1 + 5 * Math.sin(t + level)).toFixed(6)));
  return { currency: "INR", dates: DATES, closes, adjustedCloses: closes };
}

const DATES = weekdays(ROWS);

/** All sources in a thread of its own, which takes 50 ms over each answer: sends their addresses, once it listens. */
const server = startSourceServer({ chart, values: () => null, list: syntheticList });
server.delayMs = DELAY_MS;
self.postMessage(server.urls);

declare const self: { postMessage(message: typeof server.urls): void };
