import assert from "node:assert/strict";
import { pricesBody, type Submission, submissionTo } from "../../tests/support/submission.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import type { Account } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import { planLimits } from "../domain/plan.ts";
import type { Submitted } from "../store/job_submission.ts";
import { submitRun } from "./submit.ts";
import { WorkBound } from "./work_bound.ts";

const STOCKS = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }];

Deno.test("an accepted run has its name, market, currency, mode and methods, and its config states every default", () =>
  withSubmission(async (submission, { store }, account) => {
    const body = { name: "Core equity", stocks: STOCKS, methods: ["min_volatility", "equal_weight"] };
    const { job, isReplay } = await submission.submit(account, body);
    assert.equal(isReplay, false);
    assert.deepEqual([job.status, job.name, job.market, job.currency, job.mode], [
      "queued",
      "Core equity",
      "IN",
      "INR",
      "construct",
    ]);
    assert.deepEqual(job.methods, ["min_volatility", "equal_weight"]);
    const config = JSON.parse(new TextDecoder().decode(await store.jobs.config(account.id, job.id)));
    assert.deepEqual(config, {
      ...body,
      methods: [{ method: "min_volatility", key: "min_volatility" }, { method: "equal_weight", key: "equal_weight" }],
      end_date: "2024-12-31",
      frequency: "daily",
      history: "common",
      risk_free_rate: 0.065,
      expected_returns: { estimator: "historical_mean" },
      covariance: { estimator: "sample" },
      constraints: {},
      doubts: "tell",
      estimates: "standard",
      asset_statistics: "standard",
      seed: 0,
    });
  }));

Deno.test("a run with a starting portfolio has the mode rebalance, and lists each of its constraint families once", () =>
  withSubmission(async (submission, _, account) => {
    const body = {
      stocks: STOCKS,
      starting_portfolio: { "NSE:EXLOTUS": 1 },
      constraints: { weight_bounds: { max: 0.9 } },
      methods: ["min_volatility", {
        method: "max_return",
        constraints: { turnover: { max: 0.5 }, weight_bounds: { max: 0.8 } },
      }],
    };
    const { job } = await submission.submit(account, body);
    assert.deepEqual([job.mode, [...job.constraintFamilies].sort()], ["rebalance", ["turnover", "weight_bounds"]]);
  }));

Deno.test("constraints that cannot be met with any prices are refused with pointers and the conflict, and nothing is metered", () =>
  withSubmission(async (submission, { store, list }, account) => {
    const before = (await list()).length;
    const body = { stocks: STOCKS, methods: ["min_volatility"], constraints: { weight_bounds: { max: 0.3 } } };
    const error = await refusal(submission.submit(account, body));
    assert.equal(error.code, "constraints_infeasible");
    // The budget rule holds by default and is not in the body, so its fault points to the constraints as a whole.
    assert.deepEqual(pointersOf(error), ["/constraints", "/constraints/weight_bounds"]);
    assert.deepEqual(error.conflict?.rules.map(({ family }) => family).sort(), ["budget", "weight_bounds"]);
    const own = { ...body, methods: [{ method: "min_volatility", constraints: body.constraints }], constraints: {} };
    const inMethod = await refusal(submission.submit(account, own));
    assert.deepEqual(pointersOf(inMethod), ["/methods/0/constraints", "/methods/0/constraints/weight_bounds"]);
    assert.equal((await store.meters.usage(account.id))[0].used, 0);
    assert.equal((await list()).length, before);
  }));

Deno.test("prices in a request with too few rows are refused at /prices", () =>
  withSubmission(async (submission, _, account) => {
    const error = await refusal(submission.submit(account, pricesBody(2, 2)));
    assert.equal(error.code, "validation_failed");
    assert.ok(error.faults.some(({ pointer }) => pointer === "/prices"), JSON.stringify(error.faults));
  }));

Deno.test("prices with unusable returns are refused at the rows where those returns end, also for the benchmark", () =>
  withSubmission(async (submission, _, account) => {
    const dates = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"];
    const steady = [1, 2, 3, 4, 5, 6];
    const refused = async (series: Record<string, number[]>, rest = {}) =>
      pointersOf(
        await refusal(
          submission.submit(account, { prices: { dates, series }, methods: ["equal_weight"], ...rest }),
        ),
      );
    assert.deepEqual(await refused({ A: steady, B: [1, 1e12, 3, 4, 5, 6] }), ["/prices/series/B/1"]);
    assert.deepEqual(await refused({ A: steady, B: [1, 2, 1e308, 4, 5, 6] }), [
      "/prices/series/B/2",
      "/prices/series/B/3",
    ]);
    assert.deepEqual(await refused({ A: steady, B: [1, 2, 1e-308, 4, 5, 6] }), [
      "/prices/series/B/2",
      "/prices/series/B/3",
    ]);
    const benchmark = { prices: [1, 1e12, 1, 1, 1, 1] };
    assert.deepEqual(await refused({ A: steady, B: steady }, { benchmark }), ["/benchmark/prices/1"]);
    const rules = { methods: ["min_volatility"], constraints: { weight_bounds: { max: 0.9 } } };
    assert.deepEqual(await refused({ A: steady, B: [1, 1e12, 3, 4, 5, 6] }, rules), ["/prices/series/B/1"]);
  }));

Deno.test("a large covariance matrix with a negative eigenvalue is refused at its pointer, in moments and as an estimator", () =>
  withSubmission(async (submission, _, account) => {
    const order = 200;
    const assets = Array.from({ length: order }, (_, i) => `ASSET${i}`);
    const covariance = assets.map((_, i) => assets.map((_, j) => i === j ? 1 : i + j === 1 ? 1.001 : 0));
    const moments = { assets, expected_returns: assets.map(() => 0), covariance };
    const ofMoments = await refusal(submission.submit(account, { moments, methods: ["min_volatility"] }));
    assert.deepEqual([ofMoments.code, pointersOf(ofMoments)], ["validation_failed", ["/moments/covariance"]]);
    const body = { ...pricesBody(order, 5), covariance: { estimator: "given", assets, matrix: covariance } };
    const ofEstimator = await refusal(submission.submit(account, body));
    assert.deepEqual([ofEstimator.code, pointersOf(ofEstimator)], ["validation_failed", ["/covariance/matrix"]]);
  }));

Deno.test("a large price history in a request is accepted and stored completely", () =>
  withSubmission(async (submission, { store }, account) => {
    const body = pricesBody(20, 3_000);
    const { job } = await submission.submit(account, body);
    assert.deepEqual([job.market, job.currency], ["CUSTOM", null]);
    const config = JSON.parse(new TextDecoder().decode(await store.jobs.config(account.id, job.id)));
    assert.deepEqual(config.prices, body.prices);
  }));

Deno.test("an idempotency key returns the first run for the same body, and is refused with another body", () =>
  withSubmission(async (submission, { store }, account) => {
    const body = { stocks: STOCKS, methods: ["min_volatility"] };
    const options = { idempotencyKey: "order-7" };
    const first = await submission.submit(account, body, options);
    assert.deepEqual(await submission.submit(account, body, options), { job: first.job, isReplay: true });
    const other = await refusal(submission.submit(account, { ...body, seed: 1 }, options));
    assert.equal(other.code, "idempotency_key_reused");
    assert.notEqual((await submission.submit(account, body)).job.id, first.job.id);
    assert.equal((await store.meters.usage(account.id))[0].used, 2);
  }));

Deno.test("at the limit of the plan a repeated run is answered again, and a new one is refused until the month ends", () =>
  withSubmission(async (submission, _, account) => {
    const body = { stocks: STOCKS, methods: ["min_volatility"] };
    const options = { idempotencyKey: "order-7" };
    const first = await submission.submit(account, body, options);
    assert.equal((await submission.submit(account, body, options)).job.id, first.job.id);
    const error = await refusal(submission.submit(account, body));
    assert.equal(error.code, "quota_exceeded");
    assert.equal(error.retryAfterSeconds, 11.5 * 86_400);
  }, 1));

Deno.test("a run of more work than any process computes is refused, counts on no meter, and a smaller one is accepted with its work", () =>
  withSubmission(async (submission, { store, clock }, account) => {
    const workBound = new WorkBound(320, { ...store, clock, elapsedMs: () => 0 });
    const bounded = { ...submission.dependencies, workBound };
    const submit = (body: unknown): Promise<Submitted> =>
      submitRun(bounded, account, body, {
        idempotencyKey: null,
        credential: "session",
        signal: new AbortController().signal,
      });
    const body = pricesBody(3, 120);
    const large = { ...body, monte_carlo: { paths: 100_000, horizon: 252 } };
    const error = await refusal(submit(large));
    assert.equal(error.code, "not_ready");
    assert.equal((await store.meters.usage(account.id))[0].used, 0);
    const { job } = await submit(body);
    assert.ok(job.work !== undefined && job.work > 300 && job.work <= 320);
    await store.jobRunners.note("elsewhere", { workLimit: null });
    assert.equal((await submit(large)).isReplay, false);
  }));

Deno.test("a run with a chained simulation is refused for an API key, whatever else is wrong with the body", () =>
  withSubmission(async (submission, _, account) => {
    const body = { monte_carlo: {}, methods: "nonsense" };
    const byKey = await refusal(submission.submit(account, body, { credential: "key" }));
    assert.equal(byKey.code, "mc_api_key_not_supported");
    const bySession = await refusal(submission.submit(account, body));
    assert.equal(bySession.code, "validation_failed");
    assert.deepEqual(bySession.faults.map(({ pointer }) => pointer), ["/methods"]);
  }));

Deno.test("a simulation that is null is the same fault with an API key as with a session", () =>
  withSubmission(async (submission, _, account) => {
    for (const credential of ["key", "session"] as const) {
      const error = await refusal(
        submission.submit(account, { ...pricesBody(2, 10), monte_carlo: null }, { credential }),
      );
      assert.deepEqual([error.code, error.faults.map(({ pointer }) => pointer)], ["validation_failed", [
        "/monte_carlo",
      ]]);
    }
  }));

function withSubmission(
  test: (submission: Submission, context: TemporaryStore, account: Account) => Promise<void>,
  limit: number | null = 100,
): Promise<void> {
  return withStore(async (context) => {
    using submission = submissionTo(context.store, context.clock);
    const { account } = await accountWithCredentials(context.store);
    await test(submission, context, account);
  }, { planLimits: planLimits({ free: { optimization_runs: limit } }) });
}

function pointersOf({ faults }: DomainError): readonly string[] {
  return faults.map(({ pointer }) => pointer).sort();
}

async function refusal(submitted: Promise<unknown>): Promise<DomainError> {
  const outcome = await submitted.then(() => null, (error: unknown) => error);
  assert.ok(outcome instanceof DomainError, "The request was accepted");
  return outcome;
}
