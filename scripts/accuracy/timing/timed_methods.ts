import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { optimises, requiredBy } from "../../../tests/support/sent_methods.ts";
import { WIDER_MEASURES } from "../../../tests/support/wider_measures.ts";
import { SECONDS_OF_ANY } from "./timed_line.ts";
import type { TimedTask } from "./timed_task.ts";

/** A method with its parameters and the processor seconds that it may take. */
export interface TimedMethod extends Pick<TimedTask, "method" | "parameters"> {
  /** Name of the timed method with its chosen measure. */
  readonly name: string;
  readonly secondsAtMost: number;
}

/** Processor seconds that a method may take, by the kind of its risk measure. */
const SECONDS = { linearOrQuadratic: 1, exponentialOrGini: 10, others: SECONDS_OF_ANY } as const;

const EXPONENTIAL_OR_GINI = /evar|edar|kelly|gini|relativistic|rlvar/;
const OF_FOURTH_OR_HIGHER_ORDER = /kurtosis|moment/;
/**
 * Pattern that matches the names of partial moments. These have order one or two, so the time limit for moments of
 * higher orders does not apply to them.
 */
const PARTIAL = /partial_moment/;

/** Returns every method with its required parameters. Targets equal the return or volatility of equal weights. */
export function everyMethod(returns: TimedTask["returns"]): readonly TimedMethod[] {
  return [...METHODS].map(({ id }) => ({
    ...timedMethod(id, requiredOf(id, returns)),
    secondsAtMost: SECONDS_OF_ANY,
  }));
}

/**
 * Returns every optimising method, `mean_risk` with each measure that no other method minimises, and `risk_parity` with
 * several measures.
 */
export function everyProgram(returns: TimedTask["returns"]): readonly TimedMethod[] {
  const methods = [...METHODS].filter(optimises).map(({ id }) => timedMethod(id, requiredOf(id, returns)));
  const measures = WIDER_MEASURES.map((measure) => timedMethod("mean_risk", { measure }));
  const budgets = ["semideviation", "mad", "cvar", "evar", "cdar"].map((measure) =>
    timedMethod("risk_parity", { measure })
  );
  return [...methods, ...measures, ...budgets];
}

function timedMethod(method: string, parameters: TimedTask["parameters"]): TimedMethod {
  const { measure } = parameters, name = measure === undefined ? method : `${method} ${measure}`;
  return { method, parameters, name, secondsAtMost: secondsFor(name) };
}

function secondsFor(name: string): number {
  if (EXPONENTIAL_OR_GINI.test(name)) return SECONDS.exponentialOrGini;
  return OF_FOURTH_OR_HIGHER_ORDER.test(name) && !PARTIAL.test(name) ? SECONDS.others : SECONDS.linearOrQuadratic;
}

const DAYS_PER_YEAR = 252, LARGEST = 1e6;

function requiredOf(method: string, { data, columns, rows }: TimedTask["returns"]): TimedTask["parameters"] {
  if (method !== "efficient_return" && method !== "efficient_risk") return requiredBy(method);
  const equal = Float64Array.from(
    { length: rows },
    (_, t) => data.subarray(t * columns, (t + 1) * columns).reduce((sum, one) => sum + one, 0) / columns,
  );
  const mean = equal.reduce((sum, one) => sum + one, 0) / rows;
  if (method === "efficient_return") return { target_return: Math.min(LARGEST, DAYS_PER_YEAR * mean) };
  const variance = equal.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (rows - 1);
  return { target_volatility: Math.max(1e-6, Math.sqrt(DAYS_PER_YEAR * variance)) };
}
