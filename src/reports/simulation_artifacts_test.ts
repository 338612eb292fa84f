import assert from "node:assert/strict";
import { simulationOf } from "../../tests/support/small_results.ts";
import { simulationArtifacts } from "./simulation_artifacts.ts";

Deno.test("the files of a simulation are its detail, its charts and its summary", () => {
  const [detail, fan, terminal, summary] = simulationArtifacts(simulationOf());
  assert.deepEqual([detail.name, detail.mediaType], ["detail.json", "application/json"]);
  assert.deepEqual([fan.name, terminal.name], ["charts/fan.svg", "charts/terminal.svg"]);
  assert.deepEqual([summary.name, summary.mediaType], ["summary.json", "application/json"]);
  for (const [file, value] of [[detail, simulationOf().detail], [summary, simulationOf().summary]] as const) {
    assert.deepEqual(JSON.parse(new TextDecoder().decode(file.content)), value);
  }
});
