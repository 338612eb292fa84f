import assert from "node:assert/strict";
import { MAX_BODY_BYTES } from "../../src/http/middleware/body_limit.ts";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { ended, submitted } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { problemCount, testInTurn } from "../support/tier.ts";
import { DEADLINE_MS } from "../support/until.ts";

const STOCKS = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }];
const RUN = { stocks: STOCKS, methods: ["min_volatility"] };

/** Bodies of POST /jobs that the service must refuse, with the pointer of each fault. */
const REFUSED: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a list for an object", [RUN], [""]],
  ["an empty object", {}, ["/methods"]],
  ["no assets", { methods: ["min_volatility"] }, [""]],
  ["two kinds of assets", { ...pricesBody(2, 40), stocks: STOCKS }, ["/prices"]],
  ["an unknown field", { ...RUN, colour: "red" }, ["/colour"]],
  ["an unknown method", { ...RUN, methods: ["min_volatility", "min_var"] }, ["/methods/1"]],
  ["an unknown ticker", { ...RUN, stocks: [...STOCKS, { ticker: "EXNOBODY", exchange: "NSE" }] }, ["/stocks/2/ticker"]],
  ["a bad price", {
    ...pricesBody(2, 40),
    prices: { dates: ["2024-01-01", "2024-01-02", "2024-01-03"], series: { A: [1, -1, 2], B: [1, 2, 3] } },
  }, ["/prices/series/A/1"]],
  ["a parameter that the method does not have", { ...RUN, methods: [{ method: "min_cvar", confidnce: 0.9 }] }, [
    "/methods/0/confidnce",
  ]],
  ["an allocation without a capital", { ...RUN, allocation: {} }, ["/allocation/capital"]],
  ["names that cannot be shown", {
    ...RUN,
    name: "a\u0001",
    rolling_backtest: { name: "a\u202e" },
    monte_carlo: { name: "a\nb" },
  }, ["/name", "/rolling_backtest/name", "/monte_carlo/name"]],
  ["several faults", { ...RUN, name: "", seed: -1, frequency: "hourly" }, ["/name", "/frequency", "/seed"]],
];

Deno.test("an invalid submission is refused with the pointer of every fault, and is not counted", async (context) => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  for (const [what, body, pointers] of REFUSED) {
    await context.step(what, async () => {
      const refusal = await person.send("POST", "/jobs", { body });
      assert.deepEqual([refusal.status, refusal.body.code], [422, "validation_failed"]);
      assert.deepEqual(pointersOf(refusal), [...pointers].sort());
    });
  }
  assert.deepEqual((await person.send("GET", "/jobs/history")).body.items, []);
  assert.equal(await optimizationsUsed(person), 0);
});

Deno.test("infeasible constraints are refused with their conflict before a run is created", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const refusal = await person.send("POST", "/jobs", {
    body: { ...RUN, constraints: { weight_bounds: { max: 0.3 } } },
  });
  assert.deepEqual([refusal.status, refusal.body.code], [422, "constraints_infeasible"]);
  assert.ok(refusal.body.conflict.rules.some(({ family }: { family: string }) => family === "weight_bounds"));
  for (const pointer of pointersOf(refusal)) assert.match(pointer, /^\/constraints/);
  assert.equal(await optimizationsUsed(person), 0);
});

Deno.test(
  testInTurn(
    "submissions whose constraints take long to check are answered and delay no other account's refusal",
    async () => {
      // Limits of the tested service: the computing time of each preflight stays limited as usual, but no preflight
      // runs out of waiting time.
      const preflightLimits = { waitingMs: DEADLINE_MS };
      await using service = await runService({ environment: QUEUED, preflightLimits });
      const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
      const linear = Array.from({ length: 400 }, (_, k) => ({
        name: `rule ${k}`,
        coefficients: Object.fromEntries(
          Array.from({ length: 300 }, (_, i) => i).filter((i) =>
            (Math.imul((i + 1) * (k + 3), 2_654_435_761) >>> 7) % 3 === 0
          )
            .map((i) => [`ASSET${i}`, 1]),
        ),
        min: 0.36,
      }));
      const hard = Array.from(
        { length: problemCount(3, 1) },
        () => person.send("POST", "/jobs", { body: { ...pricesBody(300, 40), constraints: { linear } } }),
      );
      const [refusal, ...answers] = await Promise.all([
        other.send("POST", "/jobs", { body: { ...RUN, constraints: { weight_bounds: { max: 0.3 } } } }),
        ...hard,
      ]);
      assert.deepEqual([refusal.status, refusal.body.code], [422, "constraints_infeasible"]);
      // A fast machine finds the conflict before the time limit of the preflight; a slow one accepts the run.
      for (const { status } of answers) assert.ok(status === 202 || status === 422, `${status}`);
    },
  ),
);

Deno.test("a submission with monte_carlo by an API key is refused with mc_api_key_not_supported, whatever else is wrong", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: { key } } = await person.send("POST", "/auth/api-keys", {
    body: { client_id: client.id, name: "Key" },
  });
  for (const body of [{ ...RUN, monte_carlo: {} }, { monte_carlo: 1, colour: "red" }]) {
    const refusal = await person.send("POST", "/jobs", { body, headers: { authorization: `Bearer ${key}` } });
    assert.deepEqual([refusal.status, refusal.body.code], [403, "mc_api_key_not_supported"]);
  }
  await submitted(person, RUN, { authorization: `Bearer ${key}` });
});

Deno.test("a run over the monthly limit, deleted runs included, is 429 quota_exceeded with the seconds until the reset", async () => {
  const limits = await Deno.makeTempFile({ suffix: ".json" });
  const meters = { optimization_runs: 1, monte_carlo_runs: 1, backtest_runs: 1 };
  await Deno.writeTextFile(limits, JSON.stringify({ free: meters, pro: meters, enterprise: meters }));
  await using service = await runService({ environment: { ...QUEUED, PLAN_LIMITS_FILE: limits } });
  await Deno.remove(limits);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  await person.send("POST", `/jobs/${runId}/cancel`);
  await person.send("DELETE", `/jobs/${runId}`);
  const { status, headers, body } = await person.send("POST", "/jobs", { body: RUN });
  assert.deepEqual([status, body.code], [429, "quota_exceeded"]);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal(await optimizationsUsed(person), 1);
});

Deno.test("requests repeated with one Idempotency-Key, also concurrently, get the same 202 with the same run", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const headers = { "idempotency-key": "k".repeat(255) };
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => person.send("POST", "/jobs", { body: RUN, headers })),
  );
  const [first] = replies;
  for (const reply of [...replies, await person.send("POST", "/jobs", { body: RUN, headers })]) {
    assert.deepEqual([reply.status, reply.headers.get("location")], [202, `/jobs/${first.body.run_id}`]);
    assert.deepEqual(reply.body, first.body);
  }
  assert.equal((await person.send("GET", "/jobs/history")).body.items.length, 1);
  assert.equal(await optimizationsUsed(person), 1);
});

Deno.test("an Idempotency-Key is refused for a different request, and has no effect on another account", async () => {
  const service = await sharedService(QUEUED);
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const headers = { "idempotency-key": "order 66" };
  const runId = await submitted(person, RUN, headers);
  const refusal = await person.send("POST", "/jobs", { body: { ...RUN, seed: 1 }, headers });
  assert.deepEqual([refusal.status, refusal.body.code], [422, "idempotency_key_reused"]);
  assert.notEqual(await submitted(other, { ...RUN, seed: 1 }, headers), runId);
});

Deno.test("an Idempotency-Key that is empty or longer than 255 characters is refused at its pointer", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  for (const key of ["", "k".repeat(256)]) {
    const refusal = await person.send("POST", "/jobs", { body: RUN, headers: { "idempotency-key": key } });
    assert.deepEqual([refusal.status, pointersOf(refusal)], [422, ["/header/idempotency-key"]]);
  }
});

Deno.test(testInTurn("a submission of 16 MiB is run, and one byte more is 413 body_too_large", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const text = JSON.stringify({ ...pricesBody(20, 1_500), methods: ["equal_weight"] });
  const padded = (bytes: number): string => text + " ".repeat(bytes - text.length);
  assert.ok(text.length > 500_000 && text.length < MAX_BODY_BYTES);
  const refusal = await person.send("POST", "/jobs", { body: padded(MAX_BODY_BYTES + 1) });
  assert.deepEqual([refusal.status, refusal.body.code], [413, "body_too_large"]);
  const runId = await submitted(person, padded(MAX_BODY_BYTES));
  assert.equal((await ended(person, runId)).status, "succeeded");
  const { body: config } = await person.send("GET", `/jobs/${runId}/config`);
  assert.deepEqual(config.prices, JSON.parse(text).prices);
}));

Deno.test("a chunked body without a stated length is refused beyond 16 MiB", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  assert.equal((await sendChunked(service, person, MAX_BODY_BYTES + 1)).status, 413);
});

async function sendChunked(service: RunningService, person: Browser, bytes: number): Promise<Response> {
  let left = bytes;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left === 0) return controller.close();
      const size = Math.min(left, 1024 * 1024);
      controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= size;
    },
  });
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.accessToken}` };
  return await service.fetch("/jobs", { method: "POST", headers, body });
}

function pointersOf({ body }: Reply): readonly string[] {
  return body.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
}

async function optimizationsUsed(person: Browser): Promise<number> {
  const { body } = await person.send("GET", "/billing/me");
  return body.meters.find(({ name }: { name: string }) => name === "optimization_runs").used;
}
