import { loadKernels } from "../../../src/kernels/mod.ts";
import { Stopped } from "../../../src/domain/stopped.ts";
import { watchLooks } from "../../../src/kernels/stop_flag.ts";
import { answerOf } from "../../../src/computations/method_result.ts";
import type { Method } from "../../../src/optimization/methods/method.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { factorMarket } from "../factor_market.ts";
import type { Promised, ServiceAnswer, ServiceRow } from "../row.ts";
import { benchProblem } from "./bench_problem.ts";

const SHAPE = { assets: 500, observations: 2_500 };
const MOST_STOP_MS = 1_000;
/** Milliseconds after which the benchmark sets the stop flag of a running method. */
const MOST_MS = 20_000;

/** Parameters of the methods that have required parameters, for benchmarks. */
const PARAMETERS: Readonly<Record<string, object>> = {
  efficient_return: { target_return: 0.12 },
  efficient_risk: { target_volatility: 0.15 },
};

/**
 * Benchmark row of the longest time between two checks of the stop flag, for each method with its metrics. A method
 * ends at most this long after the flag is set.
 */
export const stops: ServiceRow = { id: "stop of each method on 500 x 2500", measure };

async function measure(): Promise<ServiceAnswer> {
  const flag = new SharedArrayBuffer(4);
  const kernels = await loadKernels(flag);
  const n = SHAPE.assets, equal = new Float64Array(n).fill(1 / n);
  const plain = benchProblem(factorMarket(SHAPE), kernels);
  const problem: Problem = {
    ...plain,
    startingWeights: equal,
    benchmark: { kind: "weights", weights: equal.map((weight, i) => weight * (1 + (i / (n - 1) - 0.5))) },
  };
  return { figures: [], promises: [...METHODS].map((method) => stopOf(method, problem, new Int32Array(flag))) };
}

function stopOf(method: Method, problem: Problem, flag: Int32Array): Promised {
  const began = performance.now();
  let looked = began, longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - looked);
    looked = now;
    if (now - began > MOST_MS) flag[0] = 1;
  };
  watchLooks(look);
  try {
    const parameters = method.parameters.parse(PARAMETERS[method.id] ?? {});
    const choice = { method: method.id, key: method.id, parameters: Object(parameters), constraints: null };
    answerOf({ method, choice, problem }, { riskFreeRate: 0, benchmark: null }, problem.kernels);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    look();
    watchLooks(() => undefined);
    flag[0] = 0;
  }
  return { name: method.id, value: longest, unit: "ms", at_most: MOST_STOP_MS };
}
