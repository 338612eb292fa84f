import type { SimulationPlan } from "../../src/simulation/monte_carlo/mod.ts";

/**
 * Base simulation plan for tests to vary: a hundred paths of one year from an initial value of 1, rebalanced every
 * period, without cash flows or a goal.
 */
export const SIMULATION_PLAN: SimulationPlan = {
  model: "gaussian",
  paths: 100,
  horizon: 252,
  rebalance: 1,
  initialValue: 1,
  contribution: 0,
  withdrawal: 0,
  inflation: 0,
  goal: null,
  seed: 1,
  degreesOfFreedom: null,
  blockLength: null,
  confidence: 0.95,
};
