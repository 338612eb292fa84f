import { type AskedApp, benchApp } from "../bench_app.ts";
import { benchSources } from "../bench_sources.ts";
import { quantileOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { fundPaths, sharePaths } from "../synthetic_lists.ts";

const ASKED = 500;
const ROUNDS = 30;
const KNOWN_AT_MOST_MS = 1;
const WHOLE_AT_MOST_MS = 5;
const MEDIAN_AT_MOST_MS = 3;
const P99_AT_MOST_MS = 15;

/**
 * Benchmark row of catalogue answers. It measures the time of the application itself, from the request to the end of
 * the answer, one request after another.
 */
export const catalogue: ServiceRow = { id: "catalogue: universe of 6,400 tickers, searches", measure };

async function measure(): Promise<ServiceAnswer> {
  using sources = await benchSources();
  await using app = await benchApp(sources.settings);
  const first = await app.ask("/universe", { "accept-encoding": "br" });
  const tag = { "if-none-match": first.headers.get("etag") ?? "" };
  const plain = await timed(ASKED, () => app.ask("/universe", { "accept-encoding": "identity" }));
  const whole = await timed(ASKED, () => app.ask("/universe", { "accept-encoding": "br" }));
  const known = await timed(ASKED, () => app.ask("/universe", { "accept-encoding": "br", ...tag }), 304);
  const [funds, shares] = [fundPaths(), sharePaths()];
  const indexed = await app.ask(funds[0]);
  await app.ask(shares[0]);
  const ofFunds = await timed(ROUNDS * funds.length, (i) => app.ask(funds[i % funds.length]));
  const ofShares = await timed(ROUNDS * shares.length, (i) => app.ask(shares[i % shares.length]));
  return {
    figures: [
      { name: "first universe, its lists from a source of 50 ms", value: first.ms, unit: "ms" },
      { name: "first search for funds, its lists and index made", value: indexed.ms, unit: "ms" },
      { name: "universe, plain", value: quantileOf(plain, 0.5), unit: "ms" },
    ],
    promises: [
      { name: "universe, 304", value: quantileOf(known, 0.5), unit: "ms", at_most: KNOWN_AT_MOST_MS },
      { name: "universe by brotli", value: quantileOf(whole, 0.5), unit: "ms", at_most: WHOLE_AT_MOST_MS },
      { name: "median of funds", value: quantileOf(ofFunds, 0.5), unit: "ms", at_most: MEDIAN_AT_MOST_MS },
      { name: "99 of 100 of funds", value: quantileOf(ofFunds, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
      { name: "median of US listings", value: quantileOf(ofShares, 0.5), unit: "ms", at_most: MEDIAN_AT_MOST_MS },
      { name: "99 of 100 of US listings", value: quantileOf(ofShares, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
    ],
  };
}

/** Requests several answers one after another and returns the milliseconds that each took. */
async function timed(count: number, ask: (i: number) => Promise<AskedApp>, expected = 200): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i++) {
    const { status, ms } = await ask(i);
    if (status !== expected) throw new Error(`Cannot ask the catalogue: ${status} in place of ${expected}`);
    taken.push(ms);
  }
  return taken;
}
