import type { Conflict } from "../domain/errors.ts";
import type { JobErrorCode } from "../domain/job.ts";
import type { Kernels } from "../kernels/mod.ts";
import { findConflict } from "../optimization/conflict/find_conflict.ts";
import type { Problem } from "../optimization/problem.ts";
import { detailOfConflict } from "./conflict_faults.ts";
import type { MethodAnswer } from "./method_result.ts";

/** Why a run failed: no method has an answer. */
export interface RunError {
  readonly code: JobErrorCode;
  readonly detail: string;
  readonly conflict: Conflict | null;
}

/**
 * Why a run failed whose methods all did; null where one has weights. The conflict is that of the first method's rules.
 */
export function runErrorOf(
  answers: readonly MethodAnswer[],
  problems: readonly Problem[],
  kernels: Kernels,
): RunError | null {
  const results = answers.map(({ result }) => result);
  if (results.some(({ weights }) => weights !== null)) return null;
  if (results.every(({ status }) => status === "infeasible")) {
    const conflict = firstConflict(problems, kernels);
    if (conflict !== null) {
      return { code: "constraints_infeasible", detail: detailOfConflict(conflict), conflict };
    }
  }
  const reasons = results.map(({ key, detail }) => `${key}: ${detail}`);
  const code = answers.every(({ code }) => code === "out_of_memory") ? "out_of_memory" : "methods_failed";
  return { code, detail: `No method has an answer; ${reasons.join("; ")}`, conflict: null };
}

function firstConflict(problems: readonly Problem[], kernels: Kernels): RunError["conflict"] {
  for (const problem of problems) {
    const conflict = findConflict(problem, kernels);
    if (conflict !== null) return conflict;
  }
  return null;
}
