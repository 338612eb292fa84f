import assert from "node:assert/strict";
import { assertStated } from "../../tests/support/assert_stated.ts";
import { backtestOf, runResultOf, simulationOf } from "../../tests/support/small_results.ts";
import { assetId } from "../domain/asset.ts";
import { backtestSection } from "./backtest_section.ts";
import { summaryOf } from "./backtest_summary.ts";
import { artifactOf } from "./document.ts";
import { comparisonOf } from "./run_comparison.ts";
import { DOCUMENTS, finishedArtifact, isHidden } from "./mod.ts";
import { type RunBasis, runBasis } from "./run_basis.ts";
import { outcomeOf, runResult } from "./run_result.ts";

const BASIS: RunBasis = {
  expected_returns: { estimator: "historical_mean" },
  assets: [assetId("A")],
  frequency: "daily",
  seed: 7,
  methods: [{ method: "min_cvar", key: "tail", parameters: { confidence: 0.9 }, constraints: null }],
  constraints: { weight_bounds: { max: 1 } },
  hasStartingPortfolio: false,
  observations: 4,
  answered: ["tail"],
  doubts: [],
  benchmark: { kind: "asset", asset: assetId("A") },
};

/** A sample value for each type of stored document, by document id. Used by tests. */
const VALUES: Readonly<Record<string, unknown>> = {
  "optimization/result.json": runResultOf(),
  "optimization/run_figures.json": BASIS,
  "optimization/comparison.json": comparisonOf(runResultOf()),
  "optimization/conflict.json": {
    rules: [{ family: "budget", rule: null, detail: "Too much" }],
    minimum: true,
    relaxation: [{ family: "budget", rule: null, limit: "max", from: 1, to: 2 }],
    jointRelaxation: [],
  },
  "optimization/rolling_backtest.json": backtestOf(),
  "monte_carlo/summary.json": simulationOf().summary,
  "monte_carlo/detail.json": simulationOf().detail,
  "backtest/summary.json": summaryOf(backtestOf()),
  "backtest/section.json": backtestOf(),
};

Deno.test("every stored document has a sample value in this test", () => {
  const without = DOCUMENTS.ids.filter((id) => VALUES[id] === undefined);
  assertStated(without, "Add a value of the document to VALUES in src/documents/mod_test.ts");
});

for (const document of [...DOCUMENTS].filter(({ id }) => VALUES[id] !== undefined)) {
  Deno.test(`${document.id} is written as one line of JSON that its schema accepts`, () => {
    const value = VALUES[document.id];
    const written = document.write(value);
    assert.equal(new TextDecoder().decode(written), `${JSON.stringify(value)}\n`);
    assert.deepEqual(document.schema.parse(JSON.parse(new TextDecoder().decode(written))), value);
  });

  Deno.test(`${document.id} is read as it was written, and other content is rejected`, () => {
    const value = VALUES[document.id];
    // The reader of a run's result returns only the fields that later jobs need, so the test expects only these.
    const expected = document.id === runResult.id ? outcomeOf(runResultOf()) : value;
    assert.deepEqual(figuresOf(document.read(document.write(value))), figuresOf(expected));
    assert.throws(() => document.read(new TextEncoder().encode("{}")), { name: "ZodError" });
    assert.throws(() => document.read(new TextEncoder().encode("{")), SyntaxError);
  });
}

Deno.test("the basis of a run stores only the kind of a benchmark that is given by prices", () => {
  const written = runBasis.write({ ...BASIS, benchmark: { kind: "prices", prices: Float64Array.of(1, 2) } });
  assert.deepEqual(JSON.parse(new TextDecoder().decode(written)).benchmark, { kind: "prices" });
  assert.deepEqual(runBasis.read(written).benchmark, { kind: "prices", prices: new Float64Array() });
});

Deno.test("the basis of a run has the dates of its returns, also over the turn of a leap year", () => {
  const dates = ["2019-12-31", "2020-02-28", "2020-02-29", "2020-03-02"];
  const written = runBasis.write({ ...BASIS, dates });
  assert.deepEqual(JSON.parse(new TextDecoder().decode(written)).dates, { first: "2019-12-31", gaps: [59, 1, 2] });
  assert.deepEqual(runBasis.read(written).dates, dates);
});

Deno.test("a hidden document of one kind of job does not hide a file of the same name of another kind", () => {
  assert.ok(isHidden(runBasis.kind, runBasis.name));
  assert.ok(!isHidden("backtest", runBasis.name));
  assert.ok(!isHidden("optimization", "weights.csv"));
});

Deno.test("finishing artifacts sets the elapsed time in the result of a run and leaves every other file unchanged", () => {
  const result = artifactOf(runResult, runResultOf());
  const { content } = finishedArtifact("optimization", result, { elapsedMs: 12, phasesMs: {} });
  assert.equal(JSON.parse(new TextDecoder().decode(content)).engine.elapsed_ms, 12);
  assert.equal(finishedArtifact("backtest", result, { elapsedMs: 12, phasesMs: {} }), result);
  const section = artifactOf(backtestSection, backtestOf());
  assert.equal(finishedArtifact("backtest", section, { elapsedMs: 12, phasesMs: {} }), section);
});

/** Test helper. Returns an object without its methods, so that its plain fields can be compared. */
function figuresOf(value: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([, member]) => typeof member !== "function"));
}
