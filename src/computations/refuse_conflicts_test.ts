import assert from "node:assert/strict";
import { DomainError, type Relaxation } from "../domain/errors.ts";
import { loadKernels } from "../kernels/mod.ts";
import { parseRequest } from "../request/run_request.ts";
import { refuseConflicts } from "./refuse_conflicts.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B", "C", "D"];
const MOMENTS = {
  assets: ASSETS,
  expected_returns: [0.01, 0.02, 0.03, 0.04],
  covariance: ASSETS.map((_, i) => ASSETS.map((_, j) => i === j ? 0.01 * (i + 1) : 0.001)),
};

function refusalOf(fields: Readonly<Record<string, unknown>>): DomainError {
  try {
    refuseConflicts(parseRequest({ moments: MOMENTS, ...fields }), kernels);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("Cannot find a conflict");
}

function waysOut(methods: readonly unknown[], fields: object = {}): readonly string[] {
  const { conflict } = refusalOf({ methods, constraints: { weight_bounds: { max: 0.2 } }, ...fields });
  return (conflict?.relaxation ?? []).filter(({ to }) => to !== null).map(changeOf);
}

function changeOf({ family, limit, to }: Relaxation): string {
  return `${family} ${limit} ${to}`;
}

Deno.test("a way out of a conflict is one that every method with these rules takes", () => {
  const [budget, bounds] = ["budget min 0.8", "weight_bounds max 0.25"];
  assert.deepEqual(waysOut(["min_volatility"]), [budget, bounds]);
  for (const method of ["hrp", "herc", "schur"]) assert.deepEqual(waysOut([method]), [bounds], method);
  assert.deepEqual(waysOut(["min_volatility", "hrp"]), [bounds], "of two methods");
  const formula = { method: "equal_weight", constraints: {} };
  assert.deepEqual(waysOut(["min_volatility", formula]), [budget, bounds], "beside a method with rules of its own");
  assert.deepEqual(waysOut(["hrp"], { efficient_frontier: { points: 2 } }), [bounds], "with a frontier");
});
