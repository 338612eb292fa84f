import assert from "node:assert/strict";
import { backtestFigures } from "../../tests/support/section_figures.ts";
import { backtestArtifacts } from "./backtest_artifacts.ts";

Deno.test("the files of a backtest are its section as given and its charts", () => {
  const [section, ...charts] = backtestArtifacts(backtestFigures(), { sectionJson: '{"a":1}' });
  assert.deepEqual([section.name, section.mediaType], ["section.json", "application/json"]);
  assert.equal(new TextDecoder().decode(section.content), '{"a":1}');
  assert.equal(charts.length, 7);
  assert.ok(
    charts.every(({ name, mediaType }) => /^charts\/[a-z_]+\.svg$/.test(name) && mediaType === "image/svg+xml"),
  );
});
