import assert from "node:assert/strict";
import { simulationFigures } from "../../tests/support/section_figures.ts";
import { simulationArtifacts } from "./simulation_artifacts.ts";

Deno.test("the files of a simulation are its detail as given and its charts", () => {
  const [detail, ...charts] = simulationArtifacts(simulationFigures(), { detailJson: '{"a":1}' });
  assert.deepEqual([detail.name, detail.mediaType], ["detail.json", "application/json"]);
  assert.equal(new TextDecoder().decode(detail.content), '{"a":1}');
  assert.deepEqual(charts.map(({ name }) => name), ["charts/fan.svg", "charts/terminal.svg"]);
});
