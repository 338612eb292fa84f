import assert from "node:assert/strict";
import { backtestOf, runResultOf, simulationOf } from "../../tests/support/small_results.ts";
import { backtestSection, rollingBacktest } from "./backtest_section.ts";
import { backtestSummary, summaryOf } from "./backtest_summary.ts";
import { artifactOf, type Document } from "./document.ts";
import { DOCUMENTS, finishedArtifact, isHidden } from "./mod.ts";
import { runResult } from "./run_result.ts";
import { simulationDetail } from "./simulation_detail.ts";

/** A value of each document that is read back whole. */
const VALUES: readonly (readonly [Document<never, unknown>, unknown])[] = [
  [backtestSection, backtestOf()],
  [rollingBacktest, backtestOf()],
  [backtestSummary, summaryOf(backtestOf())],
  [simulationDetail, simulationOf().detail],
];

for (const [document, value] of VALUES) {
  Deno.test(`what is written as ${document.id} is JSON on a line, and reads as it was`, () => {
    const found: Document<unknown> | undefined = DOCUMENTS.get(document.id);
    const written = found?.write(value);
    assert.ok(written !== undefined);
    assert.equal(new TextDecoder().decode(written), `${JSON.stringify(value)}\n`);
    assert.deepEqual(document.read(written), value);
    assert.throws(() => document.read(new TextEncoder().encode("{}")));
    assert.throws(() => document.read(new TextEncoder().encode("{")), SyntaxError);
  });
}

Deno.test("a result has the shape of its schema", () => {
  assert.deepEqual(runResult.schema.parse(runResultOf()), runResultOf());
});

Deno.test("a document of one kind of job says nothing of files of the same name of another", () => {
  const hidden = [...DOCUMENTS].filter((document) => document.hidden);
  assert.deepEqual(hidden.map(({ id }) => id), ["optimization/run_figures.json"]);
  for (const { kind, name } of hidden) assert.ok(isHidden(kind, name));
  assert.ok(!isHidden("backtest", hidden[0].name));
  assert.ok(!isHidden("optimization", "weights.csv"));
});

Deno.test("the runner finishes the result of a run and leaves every other file as it is", () => {
  const result = artifactOf(runResult, runResultOf());
  const { content } = finishedArtifact("optimization", result, { elapsedMs: 12 });
  assert.equal(JSON.parse(new TextDecoder().decode(content)).engine.elapsed_ms, 12);
  assert.equal(finishedArtifact("backtest", result, { elapsedMs: 12 }), result);
  const section = artifactOf(backtestSection, backtestOf());
  assert.equal(finishedArtifact("backtest", section, { elapsedMs: 12 }), section);
});
