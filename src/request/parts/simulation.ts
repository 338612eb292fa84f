import { z } from "zod";
import { type Frequency, periodsPerYear } from "../../domain/frequency.ts";
import { MODELS_OF_ESTIMATES, SIMULATION_MODELS, type SimulationPlan } from "../../simulation/monte_carlo/mod.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import type { MethodChoice } from "./methods.ts";
import { suggestion } from "../../faults/nearest_word.ts";
import { faultsOfIssues, shown } from "../../faults/schema_faults.ts";

/** What is simulated, of which method of a run, with every default filled in. */
export interface SimulationRequest extends SimulationPlan {
  /** As the caller calls it; null without a name. */
  readonly name: string | null;
  /** The key of the method; null: the run's first that has weights. */
  readonly method: string | null;
}

/** The largest simulation that is taken. */
export const SIMULATION_LIMITS = { paths: 1_000_000, horizon: 2_520, steps: 2.6e8 } as const;

/** No amount of money is larger: its product with any return or inflation of a horizon is far from where numbers overflow. */
const LARGEST_AMOUNT = 1e15;

/** No portfolio starts at less: a loss is a fraction of what was paid in, and what is divided by it stays finite. */
const SMALLEST_VALUE = 1e-9;

const amount = z.number().min(0).max(LARGEST_AMOUNT);

/** The body of POST /runs/{run_id}/monte_carlo, and `monte_carlo` of POST /jobs. */
export const simulationSchema = z.strictObject({
  name: z.string().min(1).max(120).nullable().default(null),
  method: z.string().nullable().default(null),
  model: z.enum(SIMULATION_MODELS).default("gaussian"),
  paths: z.int().min(1).max(SIMULATION_LIMITS.paths).default(10_000),
  horizon: z.int().min(1).max(SIMULATION_LIMITS.horizon).optional(),
  rebalance: z.int().min(0).max(SIMULATION_LIMITS.horizon).default(1),
  initial_value: z.number().min(SMALLEST_VALUE).max(LARGEST_AMOUNT).default(1),
  contribution: amount.default(0),
  withdrawal: amount.default(0),
  inflation: z.number().gt(-1).max(10).default(0),
  goal: z.number().gt(0).max(LARGEST_AMOUNT).nullable().default(null),
  seed: z.int().min(0).optional(),
  degrees_of_freedom: z.number().gt(2).max(1e6).nullable().default(null),
  block_length: z.int().min(1).max(SIMULATION_LIMITS.horizon).nullable().default(null),
  confidence: z.number().gt(0).lt(1).default(0.95),
});

/** The run that a simulation stands on, as much as its request is checked against. */
export interface SimulatedRun {
  readonly frequency: Frequency;
  readonly seed: number;
  readonly hasHistory: boolean;
  readonly methods: readonly Pick<MethodChoice, "key">[];
}

/** The simulation that a body asks for; null where it has a fault, each of which is told below `pointer`. */
export function readSimulation(
  fields: unknown,
  pointer: string,
  run: SimulatedRun,
  faults: FaultList,
): SimulationRequest | null {
  const parsed = simulationSchema.safeParse(fields);
  if (!parsed.success) {
    faults.addWithin(pointer, faultsOfIssues(parsed.error.issues, { schema: simulationSchema, value: fields }));
    return null;
  }
  const body = parsed.data;
  const request: SimulationRequest = {
    name: body.name,
    method: body.method,
    model: body.model,
    paths: body.paths,
    horizon: body.horizon ?? periodsPerYear(run.frequency),
    rebalance: body.rebalance,
    initialValue: body.initial_value,
    contribution: body.contribution,
    withdrawal: body.withdrawal,
    inflation: body.inflation,
    goal: body.goal,
    seed: body.seed ?? run.seed,
    degreesOfFreedom: body.degrees_of_freedom,
    blockLength: body.block_length,
    confidence: body.confidence,
  };
  const refusals = refusalsOf(request, run);
  for (const { field, detail } of refusals) faults.add(`${pointer}/${field}`, detail);
  return refusals.length === 0 ? request : null;
}

interface Refusal {
  readonly field: string;
  readonly detail: string;
}

const BLOCK_MODELS: readonly string[] = ["block_bootstrap", "stationary_bootstrap"];

/** The rules across the fields and against the run. */
function refusalsOf(request: SimulationRequest, run: SimulatedRun): readonly Refusal[] {
  const { method, model, paths, horizon, degreesOfFreedom, blockLength } = request;
  const keys = run.methods.map(({ key }) => key);
  const refusals: Refusal[] = [];
  const refuse = (field: string, detail: string): void => void refusals.push({ field, detail });
  if (method !== null && !keys.includes(method)) {
    refuse("method", `Cannot find method ${shown(method)} of the run${suggestion(method, keys)}`);
  }
  if (paths * horizon > SIMULATION_LIMITS.steps) {
    const limit = SIMULATION_LIMITS.steps.toLocaleString("en-US");
    refuse("paths", `Cannot simulate ${paths} paths of ${horizon} periods: their product is at most ${limit}`);
  }
  if (!run.hasHistory && !MODELS_OF_ESTIMATES.includes(model)) {
    refuse("model", `Cannot draw by "${model}": it needs a history, moments are not enough`);
  }
  if (degreesOfFreedom !== null && model !== "student_t") {
    refuse("degrees_of_freedom", `Cannot use degrees_of_freedom with "${model}": they belong to student_t`);
  }
  if (blockLength !== null && !BLOCK_MODELS.includes(model)) {
    refuse("block_length", `Cannot use block_length with "${model}": it belongs to ${BLOCK_MODELS.join(" and ")}`);
  }
  return refusals;
}

/** The fields of a simulation with every default filled in, null where there is no value; read again, they make the same request. */
export function simulationConfig(request: SimulationRequest): Readonly<Record<string, unknown>> {
  return {
    name: request.name,
    method: request.method,
    model: request.model,
    paths: request.paths,
    horizon: request.horizon,
    rebalance: request.rebalance,
    initial_value: request.initialValue,
    contribution: request.contribution,
    withdrawal: request.withdrawal,
    inflation: request.inflation,
    goal: request.goal,
    seed: request.seed,
    degrees_of_freedom: request.degreesOfFreedom,
    block_length: request.blockLength,
    confidence: request.confidence,
  };
}
