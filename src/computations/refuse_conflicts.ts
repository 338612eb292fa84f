import { DomainError, jsonPointer } from "../domain/errors.ts";
import type { Kernels } from "../kernels/mod.ts";
import { locateConflict } from "../optimization/conflict/find_conflict.ts";
import { acceptedFamilies } from "./accepted_families.ts";
import { conflictFaults, detailOfConflict } from "./conflict_faults.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { problemWithoutPrices } from "./problem_of.ts";

/** Throws `constraints_infeasible` where rules that need no prices cannot be met together. */
export function refuseConflicts(request: OptimizationInputs["request"], kernels: Kernels): void {
  const { methods, efficient_frontier: frontier } = request;
  const usesRun = frontier !== undefined || methods.some(({ constraints }) => constraints === null);
  const run = { constraints: usesRun ? request.constraints : null, owner: null, base: "/constraints" };
  const own = methods.map((choice, i) => ({
    constraints: choice.constraints,
    owner: choice,
    base: jsonPointer("methods", i, "constraints"),
  }));
  for (const { constraints, owner, base } of [run, ...own]) {
    if (constraints === null || Object.keys(constraints).length === 0) continue;
    const accepts = acceptedFamilies(request, owner);
    const located = locateConflict(problemWithoutPrices(request, { constraints, kernels }), kernels, { accepts });
    if (located === null) continue;
    const { conflict } = located, detail = detailOfConflict(located);
    const told = conflictFaults(located, constraints, base);
    const faults = told.length > 0 ? told : [{ pointer: base, detail }];
    throw new DomainError("constraints_infeasible", detail, { faults, conflict });
  }
}
