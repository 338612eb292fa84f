import assert from "node:assert/strict";
import { FaultList } from "../../faults/fault_list.ts";
import { readSimulation, type SimulatedRun, SIMULATION_LIMITS, type SimulationRequest } from "./simulation.ts";

const RUN: SimulatedRun = {
  frequency: "weekly",
  seed: 7,
  hasHistory: true,
  methods: [{ key: "min_volatility" }, { key: "tail" }],
};

function read(fields: unknown): SimulationRequest {
  const faults = new FaultList();
  const request = readSimulation(fields, RUN, faults);
  assert.ok(request, JSON.stringify(faults.told));
  return request;
}

Deno.test("a simulation without settings covers a year of the run's periods and has the run's seed", () => {
  assert.deepEqual(read({}), {
    name: null,
    method: null,
    model: "gaussian",
    paths: 10_000,
    horizon: 52,
    rebalance: 1,
    initial_value: 1,
    contribution: 0,
    withdrawal: 0,
    inflation: 0,
    goal: null,
    seed: 7,
    degrees_of_freedom: null,
    block_length: null,
    confidence: 0.95,
  });
});

Deno.test("the config of a simulation is read back into the same simulation", () => {
  const bodies = [
    {},
    { name: "Then", method: "tail", model: "student_t", degrees_of_freedom: 4.5, goal: 2, seed: 0, inflation: -0.01 },
    {
      model: "stationary_bootstrap",
      block_length: 20,
      rebalance: 0,
      contribution: 10,
      withdrawal: 5,
      confidence: 0.99,
    },
  ];
  for (const body of bodies) {
    const request = read(body);
    const config = JSON.parse(JSON.stringify(request));
    assert.deepEqual(readSimulation(config, { ...RUN, frequency: "daily", seed: 1 }, new FaultList()), request);
  }
});

Deno.test("the config of a simulation has null for absent values, and null means the same as a missing field", () => {
  const config = read({});
  const without = ["name", "method", "goal", "degrees_of_freedom", "block_length"];
  assert.deepEqual(Object.entries(config).filter(([, value]) => value === null).map(([field]) => field), without);
  assert.deepEqual(read(Object.fromEntries(without.map((field) => [field, null]))), read({}));
});

Deno.test("an inflation beyond its bounds has one fault, which states the bound", () => {
  for (const [inflation, bound] of [[1e9, /at most 10\b/], [-1e9, /-1\b/]] as const) {
    const faults = new FaultList();
    assert.equal(readSimulation({ inflation, contribution: 1 }, RUN, faults), null);
    assert.deepEqual(faults.told.map(({ pointer }) => pointer), ["/inflation"]);
    assert.match(faults.told[0].detail, bound);
  }
});

Deno.test("the product of paths and horizon is limited, and each may have its own largest value", () => {
  const { paths, horizon, steps } = SIMULATION_LIMITS;
  assert.equal(read({ paths, horizon: steps / paths }).horizon, 260);
  assert.equal(read({ paths: Math.floor(steps / horizon), horizon }).horizon, horizon);
  const faults = new FaultList();
  assert.equal(readSimulation({ paths, horizon: 261 }, RUN, faults.within("/monte_carlo")), null);
  assert.deepEqual(faults.told.map(({ pointer }) => pointer), ["/monte_carlo/paths"]);
});
