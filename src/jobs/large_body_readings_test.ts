import assert from "node:assert/strict";
import { PATIENT_PREFLIGHTS, pricesBody, submissionTo } from "../../tests/support/submission.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { DEADLINE_MS } from "../../tests/support/until.ts";
import { DomainError } from "../domain/errors.ts";
import { accountIdOf } from "../domain/identifier.ts";
import { sample } from "../market_data/providers/sample.ts";
import { UnreadBody } from "../request/unread_body.ts";
import { LargeBodyReadings, type ReadingWorkers } from "./large_body_readings.ts";
import type { ReadingOptions } from "./submission_reading.ts";

const STOCKS = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }];
const MOMENTS = { assets: ["A", "B"], expected_returns: [0.1, 0.2], covariance: [[0.04, 0], [0, 0.09]] };

/**
 * Valid request bodies for tests: every way to name assets, some with chained jobs and some with constraints that need
 * a preflight.
 */
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "own prices": { ...pricesBody(3, 60), name: "Own" },
  "own prices with rules": { ...pricesBody(3, 60), constraints: { weight_bounds: { max: 0.6 } } },
  "listed stocks": { stocks: STOCKS, methods: ["min_volatility", "equal_weight"] },
  "listed stocks until a day": { stocks: STOCKS, methods: ["min_volatility"], end_date: "2023-06-30" },
  "listed stocks at a rate of their own": { stocks: STOCKS, methods: ["max_sharpe"], risk_free_rate: 0.01 },
  "moments": { moments: MOMENTS, methods: ["min_volatility"] },
  "a chained simulation and a backtest": {
    ...pricesBody(3, 80),
    monte_carlo: { paths: 100 },
    rolling_backtest: { train_window: 40, rebalance_every: 10 },
    starting_portfolio: { ASSET0: 1 },
  },
};

const REFUSED: Readonly<Record<string, string>> = {
  "no JSON": "{",
  "no object": "[]",
  "a text with NUL": JSON.stringify({ name: "\0" }),
  "an unknown stock": JSON.stringify({
    stocks: [{ ticker: "EXLOTOS", exchange: "NSE" }],
    methods: ["min_volatility"],
  }),
  "an end without sessions": JSON.stringify({ stocks: STOCKS, methods: ["min_volatility"], end_date: "1960-01-01" }),
  "rules that cannot be met": JSON.stringify({
    ...pricesBody(3, 60),
    constraints: { weight_bounds: { max: 0.2 } },
  }),
  "too few rows": JSON.stringify(pricesBody(3, 1)),
};

/** Largest number of bytes of a body that holds no place among the large ones. */
const LARGE = 64 * 1_024;

const OPTIONS: ReadingOptions = {
  accountId: accountIdOf("acc_1"),
  credential: "session",
  sources: {
    marketData: sample,
    riskFreeRates: { IN: 0, US: 0 },
    now: () => "2026-01-01T00:00:00Z",
  },
  preflights: { run: () => Promise.resolve(true) },
  signal: new AbortController().signal,
};

Deno.test(
  testInTurn(
    "a request body that is parsed in a worker makes the same run as one that is parsed at once",
    () =>
      withStore(async ({ store, clock }) => {
        const { account } = await accountWithCredentials(store);
        using submission = submissionTo(store, clock, { hasWorkers: true });
        const stored = async (body: unknown): Promise<unknown> => {
          const { job: { id, createdAt: _createdAt, ...job } } = await submission.submit(account, body);
          return { job, config: new TextDecoder().decode(await store.jobs.config(account.id, id)) };
        };
        for (const [name, body] of Object.entries(ACCEPTED)) {
          assert.deepEqual(await stored(unread(JSON.stringify(body))), await stored(body), name);
        }
      }),
  ),
);

Deno.test("an invalid request body that is parsed in a worker is refused with the same code, faults and conflict as any other", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, clock);
    const codes: Record<string, string> = {};
    for (const [name, text] of Object.entries(REFUSED)) {
      codes[name] = (await refusalOf(submission.submit(account, unread(text)))).code;
      if (name === "no JSON" || name === "a text with NUL") continue;
      const { code, message, faults, conflict } = await refusalOf(submission.submit(account, JSON.parse(text)));
      const read = await refusalOf(submission.submit(account, unread(text)));
      assert.deepEqual([read.code, read.message, read.faults, read.conflict], [code, message, faults, conflict], name);
    }
    assert.deepEqual(codes, {
      "no JSON": "malformed_json",
      "no object": "validation_failed",
      "a text with NUL": "validation_failed",
      "an unknown stock": "validation_failed",
      "an end without sessions": "validation_failed",
      "rules that cannot be met": "constraints_infeasible",
      "too few rows": "validation_failed",
    });
    const chained = unread(JSON.stringify({ ...pricesBody(3, 60), monte_carlo: {} }));
    const byKey = submission.submit(account, chained, { credential: "key" });
    assert.equal((await refusalOf(byKey)).code, "mc_api_key_not_supported");
  }));

Deno.test("a used idempotency key returns the run of the same body, however it is parsed, and refuses another body", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, clock);
    const body = { stocks: STOCKS, methods: ["min_volatility"] };
    const send = (sent: unknown) => submission.submit(account, sent, { idempotencyKey: "once" });
    const first = await send(unread(JSON.stringify(body, null, 2)));
    const replays = [await send(body), await send(unread(JSON.stringify(body)))];
    assert.deepEqual([first, ...replays].map(({ isReplay }) => isReplay), [false, true, true]);
    assert.deepEqual(replays.map(({ job }) => job.id), [first.job.id, first.job.id]);
    assert.equal(
      (await refusalOf(send(unread(JSON.stringify({ ...body, methods: [] }))))).code,
      "idempotency_key_reused",
    );
  }));

Deno.test("large bodies beyond the waiting limit, and those whose parsing takes too long, are refused with not_ready", async () => {
  const gate = Promise.withResolvers<never>();
  const workers: ReadingWorkers = { warm: () => Promise.resolve(), run: () => gate.promise };
  const readings = new LargeBodyReadings(workers, { inAll: 1 });
  const first = readings.of(new Uint8Array(100), OPTIONS).submission();
  await Promise.resolve();
  const second = readings.of(new Uint8Array(60), OPTIONS).submission();
  const third = await refusalOf(readings.of(new Uint8Array(60), OPTIONS).submission());
  assert.deepEqual([third.code, third.message], [
    "not_ready",
    "The service cannot read a body of this size now: try again later",
  ]);
  gate.reject(new DomainError("worker_lost", "It crashed"));
  assert.deepEqual([(await refusalOf(first)).code, (await refusalOf(second)).code], ["worker_lost", "worker_lost"]);
  const slow: ReadingWorkers = { ...workers, run: () => new Promise<never>(() => {}) };
  const late = new LargeBodyReadings(slow, { ...PATIENT_PREFLIGHTS, computingMs: 1 });
  assert.equal((await refusalOf(late.of(new Uint8Array(1), OPTIONS).submission())).code, "not_ready");
});

Deno.test("as many large bodies of an account wait as its memory holds, and 64 small ones that name uploads", async () => {
  const gate = Promise.withResolvers<never>();
  const workers: ReadingWorkers = { warm: () => Promise.resolve(), run: () => gate.promise };
  const readings = new LargeBodyReadings(workers, { waitingMs: DEADLINE_MS });
  const all: Promise<DomainError>[] = [];
  const refusalsOf = async (count: number, bytes: number): Promise<readonly string[]> => {
    const sent = Array.from(
      { length: count },
      () => refusalOf(readings.of(new Uint8Array(bytes), OPTIONS).submission()),
    );
    all.push(...sent);
    const early = await Promise.all(sent.map((refusal) => Promise.race([refusal, pastTurn()])));
    return early.flatMap((refusal) => refusal === null ? [] : [refusal.code]);
  };
  assert.deepEqual(await refusalsOf(200, LARGE + 1), []);
  assert.deepEqual(await refusalsOf(67, 100), ["not_ready", "not_ready"]);
  gate.reject(new DomainError("worker_lost", "It crashed"));
  await Promise.all(all);
});

Deno.test("only one large body of an account is parsed at a time, beside those of other accounts", async () => {
  const reading = new Map<number, PromiseWithResolvers<never>>();
  const workers: ReadingWorkers = {
    warm: () => Promise.resolve(),
    run(_name: string, { bytes }: { readonly bytes: Uint8Array }) {
      const gate = Promise.withResolvers<never>();
      reading.set(bytes.length - LARGE, gate);
      return gate.promise;
    },
  };
  const readings = new LargeBodyReadings(workers, PATIENT_PREFLIGHTS);
  const read = (account: string, number: number): Promise<DomainError> =>
    refusalOf(
      readings.of(new Uint8Array(LARGE + number), { ...OPTIONS, accountId: accountIdOf(account) }).submission(),
    );
  const all = [read("acc_1", 1), read("acc_1", 2), read("acc_1", 3), read("acc_2", 4)];
  const order: (readonly number[])[] = [];
  for (const ended of [1, 4, 2, 3]) {
    await new Promise((resolve) => setTimeout(resolve));
    order.push([...reading.keys()]);
    reading.get(ended)?.reject(new DomainError("worker_lost", "It crashed"));
    reading.delete(ended);
  }
  assert.deepEqual((await Promise.all(all)).map(({ code }) => code), Array.from({ length: 4 }, () => "worker_lost"));
  assert.deepEqual(order, [[1, 4], [4, 2], [2], [3]]);
});

/** Resolves to null after all that is settled now. */
function pastTurn(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null)));
}

function unread(text: string): UnreadBody {
  return new UnreadBody(new TextEncoder().encode(text));
}

async function refusalOf(outcome: Promise<unknown>): Promise<DomainError> {
  const error = await outcome.then(() => null, (error: unknown) => error);
  if (error instanceof DomainError) return error;
  throw new Error(`Nothing was refused: ${error}`);
}
