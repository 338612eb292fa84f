import assert from "node:assert/strict";
import { optimization, type OptimizationOutput } from "../../src/computations/optimization.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { ConicSolver } from "../../src/kernels/conic.ts";
import { type Arena, type CoreExports, CoreInstance } from "../../src/kernels/core_instance.ts";
import { Measures } from "../../src/kernels/measures.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { NormalMatrices } from "../../src/kernels/normal_matrix.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { HingeSolver } from "../../src/optimization/engines/hinges/hinge_solver.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { randomNumbers } from "../support/sample_problem.ts";

/**
 * Test double of the WebAssembly core. Before each computation its memory is filled up except for less than 16 doubles.
 */
class FullCore extends CoreInstance {
  override run<T>(compute: (exports: CoreExports, arena: Arena) => T): T {
    return super.run((exports, arena) => {
      for (let doubles = 2 ** 28; doubles >= 16; doubles /= 2) takeUp(arena, doubles);
      return compute(exports, arena);
    });
  }
}

function takeUp(arena: Arena, doubles: number): void {
  for (;;) {
    try {
      arena.doubles(doubles);
    } catch (error) {
      if (error instanceof DomainError && error.code === "out_of_memory") return;
      throw error;
    }
  }
}

/** Wraps a conic solver so that each program needs 2 GiB more memory, as zeros that are never read. */
function fullConic(honest: ConicSolver): ConicSolver {
  return {
    solve: (program, options) =>
      honest.solve({ ...program, A: { ...program.A, values: new Float64Array(2 ** 28) } }, options),
  };
}

const honest = await loadKernels(null);
const bytes = await Deno.readFile(new URL("../../wasm/build/core.wasm", import.meta.url));
const core = new WebAssembly.Module(bytes);
const kernels = { ...honest, hinges: new HingeSolver(new NormalMatrices(new FullCore(core))) };

async function run(
  methods: readonly unknown[],
  { kernels: used = kernels, days = 1_500, assets = 40 } = {},
): Promise<OptimizationOutput> {
  const random = randomNumbers(1);
  const dates = Array.from(
    { length: days },
    (_, day) => new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const names = Array.from({ length: assets }, (_, number) => `A${number}`);
  const series = Object.fromEntries(names.map((name) => [name, dates.map(() => 0.02 * (random() - 0.45))]));
  const body = { returns: { dates, series }, methods };
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  const inputs = await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
  return await optimization.compute(inputs, { kernels: used, progress: () => {} });
}

Deno.test("a method that runs out of memory in its interior-point solver fails and says so, and the others answer", async () => {
  const { result, error } = await run(["min_volatility", "min_cvar", "equal_weight"]);
  assert.equal(error, null);
  assert.deepEqual(result.methods.map(({ status }) => status), ["optimal", "failed", "computed"]);
  assert.match(result.methods[1].detail ?? "", /needs more than the 4 GiB of the numeric core/);
  assert.equal(result.methods[1].weights, null);
});

Deno.test("a run in which every method runs out of memory fails with out_of_memory", async () => {
  const { error } = await run(["min_cvar", "min_mad"]);
  assert.equal(error?.code, "out_of_memory");
  assert.match(error?.detail ?? "", /min_cvar, min_mad: .*4 GiB/);
});

Deno.test("methods that run out of memory in the conic solver fail and say so, and the others and the next run answer", async () => {
  const constraints = { concentration: { min_effective_assets: 5.8 } };
  const methods = [
    "equal_weight",
    ...["min_semideviation", "robust_mean_variance"].map((method) => ({ method, constraints })),
  ];
  const size = { days: 60, assets: 6 };
  const before = await run(methods, { ...size, kernels: honest });
  assert.deepEqual(before.result.methods.map(({ status }) => status), ["computed", "optimal", "optimal"]);
  const { result, error } = await run(methods, { ...size, kernels: { ...honest, conic: fullConic(honest.conic) } });
  assert.equal(error, null);
  assert.deepEqual(result.methods.map(({ status }) => status), ["computed", "failed", "failed"]);
  assert.match(result.methods[1].detail ?? "", /rows does not fit in the memory of the conic solver/);
  assert.deepEqual(await run(methods, { ...size, kernels: honest }), before);
});

Deno.test("a run whose statistics run out of memory fails with out_of_memory, and the next run answers as before", async () => {
  const methods = ["equal_weight"], size = { days: 60, assets: 6 };
  const before = await run(methods, { ...size, kernels: honest });
  const full = { ...honest, measures: new Measures(new FullCore(core)) };
  await assert.rejects(
    run(methods, { ...size, kernels: full }),
    (error) => error instanceof DomainError && error.code === "out_of_memory" && /4 GiB/.test(error.message),
  );
  assert.deepEqual(await run(methods, { ...size, kernels: honest }), before);
});
