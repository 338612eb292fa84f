import assert from "node:assert/strict";
import { assertAllReject } from "../../tests/support/assert_all_reject.ts";
import { assetId } from "../domain/asset.ts";
import type { FetchContext, MarketDataProvider } from "./provider.ts";
import { sample } from "./providers/sample.ts";
import { watchedProvider } from "./watched_provider.ts";

const everything = { start: null, end: null };

Deno.test("each method of a market data provider that fails is reported by name, and still fails", async () => {
  const fails = (): Promise<never> => Promise.reject(new Error("cut off"));
  const provider: MarketDataProvider = {
    id: "files",
    listings: fails,
    benchmarks: fails,
    lastSession: fails,
    prices: fails,
    benchmark: fails,
    riskFreeRate: fails,
  };
  const told: string[] = [];
  const watched = watchedProvider(provider, (method) => void told.push(method));
  const [asset, context] = [assetId("NSE:EXLOTUS"), contextOf()];
  const asked = [
    watched.listings?.("IN", context),
    watched.benchmarks?.(context),
    watched.lastSession?.([asset], "2026-05-20", context),
    watched.prices?.(asset, everything, context),
    watched.benchmark?.("NIFTY50", everything, context),
    watched.riskFreeRate?.("IN", everything, context),
  ];
  await assertAllReject(asked.map((one) => one ?? Promise.resolve()), { message: "cut off" });
  assert.deepEqual(told, ["listings", "benchmarks", "lastSession", "prices", "benchmark", "riskFreeRate"]);
});

Deno.test("answers of a market data provider are passed on without a report, and a method that it lacks stays absent", async () => {
  const told: string[] = [];
  const watched = watchedProvider(sample, (method) => void told.push(method));
  assert.deepEqual(await watched.listings?.("US", contextOf()), await sample.listings?.("US", contextOf()));
  assert.equal(watched.riskFreeRate, undefined);
  assert.deepEqual(told, []);
});

Deno.test("a request to a market data provider that was aborted is not reported as a failure", async () => {
  const told: string[] = [];
  const provider: MarketDataProvider = { id: "files", prices: () => Promise.reject(new Error("stopped")) };
  const watched = watchedProvider(provider, (method) => void told.push(method));
  const asked = watched.prices?.(assetId("NSE:EXLOTUS"), everything, contextOf(AbortSignal.abort()));
  await assert.rejects(asked ?? Promise.resolve());
  assert.deepEqual(told, []);
});

function contextOf(signal: AbortSignal = new AbortController().signal): FetchContext {
  return { signal, now: () => "2026-05-20T12:00:00.000Z" };
}
