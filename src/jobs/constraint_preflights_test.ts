import assert from "node:assert/strict";
import type { ConstraintPreflight, ConstraintPreflightInputs } from "../computations/constraint_preflight.ts";
import type { Computations } from "../computations/mod.ts";
import { pausedWorkers } from "../../tests/support/paused_workers.ts";
import { DomainError } from "../domain/errors.ts";
import { accountIdOf } from "../domain/identifier.ts";
import { sample } from "../market_data/providers/sample.ts";
import type { MarketDataProvider } from "../market_data/provider.ts";
import {
  type ConstraintPreflightOptions,
  ConstraintPreflights,
  type ConstraintWorkers,
} from "./constraint_preflights.ts";
// Loaded here, so that the first test does not wait for it in the middle of the turns.
import "./read_small_preflight.ts";
import { WorkerPool } from "./worker_pool.ts";

const NO_LARGE_BODIES = { preflight: () => Promise.reject(new Error("No body here is large")) };
const ANSWER: ConstraintPreflight = { isFeasible: true, conflict: null, ranges: null, notJudged: [], doubts: [] };

function asked(account: string, signal: AbortSignal = new AbortController().signal): ConstraintPreflightOptions {
  const sources = { marketData: sample, riskFreeRates: { IN: 0, US: 0 }, now: () => "2026-01-01T00:00:00Z" };
  return { accountId: accountIdOf(account), sources, signal };
}

/** Test helper. Creates workers whose computations pause, each named by the first asset of its request. */
const paused = () =>
  pausedWorkers(
    ({ config }: ConstraintPreflightInputs) => JSON.parse(new TextDecoder().decode(config)).assets[0],
    ANSWER,
  );

const bodyOf = (name: string): unknown => ({ assets: [name] });

Deno.test("accounts take turns, so that many preflights of one account delay another account by only one", async () => {
  const workers = paused(), preflights = new ConstraintPreflights(workers, NO_LARGE_BODIES);
  const all = [["a", "a1"], ["a", "a2"], ["a", "a3"], ["b", "b1"], ["c", "c1"]].map(([account, name]) =>
    preflights.of(bodyOf(name), asked(account))
  );
  for (let done = 0; done < all.length; done++) await workers.finish();
  assert.deepEqual(await Promise.all(all), all.map(() => ANSWER));
  assert.deepEqual(workers.begun, ["a1", "b1", "c1", "a2", "a3"]);
});

Deno.test("a preflight beyond 4 waiting of its account, or 32 in all, is refused with not_ready and a retry time", async () => {
  const workers = paused(), preflights = new ConstraintPreflights(workers, NO_LARGE_BODIES);
  const of = (account: string): Promise<ConstraintPreflight> => preflights.of(bodyOf("A"), asked(account));
  const taken = [of("a"), of("a"), of("a"), of("a"), of("a")];
  await assert.rejects(of("a"), isNotReady);
  for (const account of ["b", "c", "d", "e", "f", "g", "h"]) {
    taken.push(...Array.from({ length: 4 }, () => of(account)));
  }
  await assert.rejects(of("i"), isNotReady);
  for (let done = 0; done < taken.length; done++) await workers.finish();
  assert.deepEqual(await Promise.all(taken), taken.map(() => ANSWER));
  assert.equal(taken.length, 33);
});

Deno.test("an invalid preflight body is refused while others compute, and takes no turn", async () => {
  const workers = paused(), preflights = new ConstraintPreflights(workers, NO_LARGE_BODIES);
  const first = preflights.of(bodyOf("first"), asked("a"));
  await assert.rejects(
    preflights.of({ assets: ["A", "A"] }, asked("a")),
    (error) => error instanceof DomainError && error.faults[0].pointer === "/assets/1",
  );
  await workers.finish();
  await first;
  assert.deepEqual(workers.begun, ["first"]);
});

Deno.test("a preflight whose client disconnects stops, also inside a kernel, and the next one is computed", async () => {
  const pool = new WorkerPool<Computations>({ workers: 1 });
  try {
    const preflights = new ConstraintPreflights(pool, NO_LARGE_BODIES);
    const gone = new Error("gone"), leaving = new AbortController();
    await pool.warm();
    const first = preflights.of(longBody(), asked("a", leaving.signal));
    const ended = assert.rejects(first, gone);
    leaving.abort(gone);
    await ended;
    const { conflict, ranges } = await preflights.of(bodyOf("A"), asked("b"));
    assert.deepEqual([conflict, ranges?.assets.A], [null, { min: 1, max: 1, exact: true }]);
  } finally {
    pool.close();
  }
});

Deno.test("a preflight whose worker crashes fails with not_ready, and the next one succeeds", async () => {
  let asks = 0;
  const workers: ConstraintWorkers = {
    warm: () => Promise.resolve(),
    run: () => asks++ === 0 ? Promise.reject(new DomainError("worker_lost", "It crashed")) : Promise.resolve(ANSWER),
  };
  const preflights = new ConstraintPreflights(workers, NO_LARGE_BODIES);
  await assert.rejects(preflights.of(bodyOf("A"), asked("a")), isNotReady);
  assert.deepEqual(await preflights.of(bodyOf("A"), asked("a")), ANSWER);
});

Deno.test("a preflight reports unusable prices or estimates as a fault of the request, but not unavailable market data", async () => {
  const preflights = new ConstraintPreflights(paused(), NO_LARGE_BODIES);
  const stocks = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXMANGO", exchange: "NSE" }];
  const failing = (
    code: "insufficient_history" | "methods_failed" | "market_data_unavailable",
  ): ConstraintPreflightOptions => {
    const marketData: MarketDataProvider = {
      ...sample,
      prices: () => Promise.reject(new DomainError(code, "Cannot read the prices")),
    };
    const { sources, ...options } = asked("a");
    return { ...options, sources: { ...sources, marketData } };
  };
  const codeOf = (code: string) => (error: unknown): boolean => error instanceof DomainError && error.code === code;
  await assert.rejects(preflights.of({ stocks }, failing("insufficient_history")), codeOf("validation_failed"));
  await assert.rejects(preflights.of({ stocks }, failing("methods_failed")), codeOf("validation_failed"));
  await assert.rejects(
    preflights.of({ stocks }, failing("market_data_unavailable")),
    codeOf("market_data_unavailable"),
  );
});

function isNotReady(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_ready" && (error.retryAfterSeconds ?? 0) > 0;
}

/**
 * Test helper. Returns a request body with a nonlinear constraint on so many assets that the weight ranges take seconds
 * to compute.
 */
function longBody(): unknown {
  const assets = Array.from({ length: 400 }, (_, i) => `A${i}`);
  return { assets, constraints: { concentration: { min_effective_assets: 100 } } };
}
