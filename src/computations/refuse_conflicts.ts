import { DomainError, jsonPointer } from "../domain/errors.ts";
import type { Kernels } from "../kernels/mod.ts";
import { locateConflict } from "../optimization/conflict/find_conflict.ts";
import { conflictFaults, detailOfConflict } from "./conflict_faults.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { problemWithoutPrices } from "./problem_of.ts";

/** Throws `constraints_infeasible` where rules that need no prices cannot be met together. */
export function refuseConflicts(request: OptimizationInputs["request"], kernels: Kernels): void {
  const own = request.methods.map((choice, i) =>
    [choice.constraints, jsonPointer("methods", i, "constraints")] as const
  );
  const usesRun = request.efficient_frontier !== undefined || own.some(([constraints]) => constraints === null);
  for (const [constraints, base] of [[usesRun ? request.constraints : null, "/constraints"] as const, ...own]) {
    if (constraints === null || Object.keys(constraints).length === 0) continue;
    const located = locateConflict(problemWithoutPrices(request, { constraints, kernels }), kernels);
    if (located === null) continue;
    const { conflict } = located, detail = detailOfConflict(conflict);
    const told = conflictFaults(located, constraints, base);
    const faults = told.length > 0 ? told : [{ pointer: base, detail }];
    throw new DomainError("constraints_infeasible", detail, { faults, conflict });
  }
}
