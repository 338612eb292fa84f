import { z } from "zod";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import { type Frequency, periodsOf } from "../../domain/frequency.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import { UNORDERED, UNWEIGHED } from "../../optimization/constraints/mod.ts";
import { SIMULATION_MODELS, type SimulationPlan } from "../../simulation/monte_carlo/mod.ts";
import { doubtPolicy } from "./doubt_policy.ts";
import type { MethodChoice } from "./methods.ts";
import type { Part } from "./part.ts";

/** Largest simulation: number of paths, horizon in periods, and their product (steps). */
export const SIMULATION_LIMITS = { paths: 1_000_000, horizon: 2_520, steps: 2.6e8 } as const;

/**
 * Largest amount of money in a simulation. Its product with any return or inflation over the horizon is far from a
 * floating-point overflow.
 */
const LARGEST_AMOUNT = 1e15;

/**
 * Smallest initial value of a simulated portfolio. It keeps losses finite, because they are fractions of the paid-in
 * amount.
 */
const SMALLEST_VALUE = 1e-9;

const amount = z.number().min(0).max(LARGEST_AMOUNT);

/** Schema of a simulation: the body of POST /runs/{run_id}/monte_carlo, and `monte_carlo` of POST /jobs. */
const schema = z.strictObject({
  name: givenName.nullable().default(null).meta({ description: "Name under which the simulation is listed" }),
  method: boundedName.nullable().default(null).meta({
    description: "Key of the method of the run whose portfolio is simulated; the first one that has weights if absent",
  }),
  model: z.enum(SIMULATION_MODELS.ids).default("gaussian").meta({
    description: "How returns are drawn: from a fitted distribution, or from the rows of the history",
  }),
  paths: z.int().min(1).max(SIMULATION_LIMITS.paths).default(10_000).meta({
    description: `Number of simulated paths; times the horizon at most ${
      SIMULATION_LIMITS.steps.toLocaleString("en-US")
    }`,
  }),
  horizon: z.int().min(1).max(SIMULATION_LIMITS.horizon).optional().meta({
    description: "Length of each path, in periods of the run's returns; a year if absent",
  }),
  rebalance: z.int().min(0).max(SIMULATION_LIMITS.horizon).default(1).meta({
    description: "Number of periods after which the weights are restored; 0 never restores them",
  }),
  initial_value: z.number().min(SMALLEST_VALUE).max(LARGEST_AMOUNT).default(1).meta({
    description: "Worth of the portfolio at the start, in money",
  }),
  contribution: amount.default(0).meta({
    description: "Money that is added at the end of each period, in today's money",
  }),
  withdrawal: amount.default(0).meta({
    description: "Money that is taken out at the end of each period, in today's money",
  }),
  inflation: z.number().gt(-1).max(10).default(0).meta({
    description: "Annual inflation, a fraction, by which contribution and withdrawal rise",
  }),
  goal: z.number().gt(0).max(LARGEST_AMOUNT).nullable().default(null).meta({
    description: "Worth to reach at the end, in money; the result then has the probability of it",
  }),
  seed: z.int().min(0).optional().meta({
    description: "Seed of the random numbers, a whole number: the same seed draws the same paths; the run's if absent",
  }),
  degrees_of_freedom: z.number().gt(2).max(1e6).nullable().default(null).meta({
    description:
      "How heavy the tails of `student_t` are, a number above 2, heavier the smaller; fitted to the history if absent, and 5 without one",
  }),
  block_length: z.int().min(1).max(SIMULATION_LIMITS.horizon).nullable().default(null).meta({
    description:
      "Number of periods in a row that `block_bootstrap` draws together, or `stationary_bootstrap` on average; chosen by the returns if absent",
  }),
  confidence: z.number().gt(0).lt(1).default(0.95).meta({
    description: "Confidence level of value at risk and conditional value at risk, a fraction between 0 and 1",
  }),
});

/** Schema of the body of POST /runs/{run_id}/monte_carlo, which also says what doubts about it do. */
export const submittedSimulation = schema.extend({ doubts: doubtPolicy });

/** Schema of a simulation request after the defaults that depend on its run are filled in. */
const filledSchema = schema.required({ horizon: true, seed: true });

/**
 * Type of the request for a Monte Carlo simulation of one method of a run, with every default filled in. It is stored
 * as the simulation's config. Without a method, the run's first method that has weights is simulated.
 */
export type SimulationRequest = Readonly<z.output<typeof filledSchema>>;

/** Type of the run's data that the request for its Monte Carlo simulation is checked against. */
export interface SimulatedRun {
  readonly frequency: Frequency;
  readonly periods_per_year?: number | undefined;
  readonly seed: number;
  readonly hasHistory: boolean;
  /** Whether the returns of the run are scenarios, which have no dates; not if absent. */
  readonly isUnordered?: boolean;
  /** Whether they are not equally likely; not if absent. */
  readonly isWeighted?: boolean;
  readonly methods: readonly Pick<MethodChoice, "key">[];
}

/**
 * Definition of the request fields of a Monte Carlo simulation. They are the field `monte_carlo` of POST /jobs and the
 * whole body of POST /runs/{run_id}/monte_carlo.
 */
export const simulationPart = {
  schema,
  rules({ method, model, paths, horizon, ...request }, run, faults) {
    const keys = run.methods.map(({ key }) => key);
    if (method !== null && !keys.includes(method)) {
      faults.add("/method", (suggest) => `Cannot find method ${shown(method)} of the run${suggest(method, keys)}`);
    }
    if (paths * horizon > SIMULATION_LIMITS.steps) {
      const limit = SIMULATION_LIMITS.steps.toLocaleString("en-US");
      faults.add("/paths", `Cannot simulate ${paths} paths of ${horizon} periods: their product is at most ${limit}`);
    }
    const drawn = SIMULATION_MODELS.get(model);
    if (!run.hasHistory && drawn?.needsHistory) {
      faults.add("/model", `Cannot draw paths by "${model}": it needs a history, moments are not enough`);
    }
    const { degrees_of_freedom: degreesOfFreedom } = request;
    const isOfRows = drawn?.readsRows?.({ degreesOfFreedom }) ?? drawn?.needsHistory ?? false;
    if (drawn?.needsOrder && run.isUnordered) faults.add("/model", `Cannot draw paths by "${model}": it ${UNORDERED}`);
    else if (isOfRows && run.isWeighted) faults.add("/model", `Cannot draw paths by "${model}": it ${UNWEIGHED}`);
    for (const [field, parameter, belongs] of OF_MODELS) {
      if (request[field] === null || drawn?.parameters.includes(parameter)) continue;
      const owners = [...SIMULATION_MODELS].filter(({ parameters }) => parameters.includes(parameter));
      const names = owners.map(({ id }) => id).join(" and ");
      faults.add(`/${field}`, `Cannot use ${field} with "${model}": ${belongs} to ${names}`);
    }
  },
} satisfies Part<SimulationRequest, SimulatedRun, SimulationRequest>;

/**
 * Request fields that only some simulation models use, each with the name of the model's parameter and the words of its
 * error sentence ("it belongs").
 */
const OF_MODELS = [
  ["degrees_of_freedom", "degreesOfFreedom", "they belong"],
  ["block_length", "blockLength", "it belongs"],
] as const;

/**
 * Reads the request for a Monte Carlo simulation from a request body. Reports every fault and returns null if there is
 * one.
 */
export function readSimulation(fields: unknown, run: SimulatedRun, faults: FaultList): SimulationRequest | null {
  const defaults = { horizon: Math.round(periodsOf(run)), seed: run.seed };
  const filled = isObject(fields) ? { ...defaults, ...fields } : fields;
  const request = parseBySchema(filledSchema, filled, faults);
  if (request !== null) simulationPart.rules(request, run, faults);
  return faults.isEmpty ? request : null;
}

/**
 * Returns the plan of a Monte Carlo simulation, converted from the field names of the request to those of the
 * simulation code.
 */
export function simulationPlanOf(
  { initial_value: initialValue, degrees_of_freedom: degreesOfFreedom, block_length: blockLength, ...plan }:
    SimulationRequest,
): SimulationPlan {
  return { ...plan, initialValue, degreesOfFreedom, blockLength };
}
