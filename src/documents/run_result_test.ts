import assert from "node:assert/strict";
import { runResultOf } from "../../tests/support/small_results.ts";
import { runResult } from "./run_result.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

Deno.test("setting the elapsed time of a written result gives the same bytes as writing it with that time", () => {
  const written = runResult.write(runResultOf());
  for (const elapsedMs of [0, 134, 3_600_000]) {
    const { engine, ...rest } = runResultOf();
    const whole = { ...rest, engine: { ...engine, elapsed_ms: elapsedMs } };
    assert.equal(textOf(runResult.finish(written, { elapsedMs, phasesMs: {} })), `${JSON.stringify(whole)}\n`);
  }
});

Deno.test("the elapsed time of a result is set wherever its field stands", () => {
  const { engine: { elapsed_ms, ...engine }, ...rest } = runResultOf();
  const written = runResult.write({ engine: { elapsed_ms, ...engine }, ...rest });
  assert.deepEqual(JSON.parse(textOf(runResult.finish(written, { elapsedMs: 7, phasesMs: {} }))), {
    ...rest,
    engine: { ...engine, elapsed_ms: 7 },
  });
});

Deno.test("setting the elapsed time throws for bytes that are not a result, or that have an elapsed time already", () => {
  const finished = runResult.finish(runResult.write(runResultOf()), { elapsedMs: 5, phasesMs: {} });
  for (const bytes of [finished, new TextEncoder().encode("{}\n"), new Uint8Array(0)]) {
    assert.throws(() => runResult.finish(bytes, { elapsedMs: 1, phasesMs: {} }), /elapsed time of 0/);
  }
});

Deno.test("reading a stored result takes the fields that later jobs need and ignores all others", () => {
  const stored = {
    data: { observations: 4, of_an_earlier_version: true },
    estimates: {
      expected_returns: { A: 0.1, B: 0.2 },
      covariance: { assets: ["B", "A"], matrix: [[4, 1], [1, 2]], of_an_earlier_version: true },
    },
    methods: [{ key: "none", weights: null }, { key: "some", weights: { A: 0.25, B: 0.75 }, status: "optimal" }],
  };
  const outcome = runResult.read(new TextEncoder().encode(JSON.stringify(stored)));
  assert.deepEqual([outcome.assets, outcome.observations, outcome.firstKey], [["B", "A"], 4, "some"]);
  assert.deepEqual(outcome.weights, new Map([["some", Float64Array.of(0.75, 0.25)]]));
  assert.deepEqual(outcome.estimates(null), {
    expectedReturns: Float64Array.of(0.2, 0.1),
    covariance: { rows: 2, columns: 2, data: Float64Array.of(4, 1, 1, 2) },
  });
});

Deno.test("the schema of a result requires the repair of the covariance, or null where nothing was repaired", () => {
  const { estimates } = runResultOf();
  const repaired = (repair: unknown) => ({
    ...runResultOf(),
    estimates: { ...estimates, covariance: { ...estimates.covariance, repair } },
  });
  const holds = (repair: unknown) => runResult.schema.safeParse(repaired(repair)).success;
  assert.ok(holds({ smallest_eigenvalue: -1e-12, largest_change: 1e-13 }));
  assert.ok(holds(null));
  for (const wrong of [undefined, {}, { smallest_eigenvalue: null, largest_change: 1e-13 }]) {
    assert.ok(!holds(wrong), JSON.stringify(wrong));
  }
});

Deno.test("a result stored before frontiers had risk measures is read with a frontier of volatility", () => {
  const { efficient_frontier: frontier, ...rest } = runResultOf();
  const points = frontier?.points.map(({ risk: _risk, ...point }) => point) ?? [];
  const stored = { ...rest, efficient_frontier: { points, corner_portfolios: null, detail: null } };
  assert.deepEqual(runResult.schema.parse(stored).efficient_frontier, {
    measure: "volatility",
    confidence: null,
    points: points.map((point) => ({ ...point, risk: null })),
    minimum_risk: null,
    maximum_ratio: null,
    corner_portfolios: null,
    detail: null,
  });
  const outcome = runResult.read(new TextEncoder().encode(JSON.stringify(stored)));
  assert.deepEqual([...outcome.weights.keys()], ["min_volatility", "equal_weight"]);
});

Deno.test("reading content that is not a result throws", () => {
  for (const text of ["", "null", "{}", '{"data":null,"estimates":{},"methods":[]}']) {
    assert.throws(() => runResult.read(new TextEncoder().encode(text)));
  }
});
