import { DomainError, type Fault, jsonPointer } from "../domain/errors.ts";
import type { Kernels } from "../kernels/mod.ts";
import {
  CONFLICT_WORK,
  conflictIn,
  judgeConflict,
  type JudgedRules,
  type LocatedConflict,
} from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import type { Constraints } from "../request/parts/constraints.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import { acceptedFamilies } from "./accepted_families.ts";
import { conflictFaults, detailOfConflict } from "./conflict_faults.ts";
import { listed, waysOut } from "./conflict_sentence.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { problemWithoutPrices } from "./problem_of.ts";

type Request = OptimizationInputs["request"];

/**
 * Throws `constraints_infeasible` where rules that need no prices cannot be met together: those of the run, or of a
 * method that has its own. The faults are those of all, the conflict is the first one; what would let the others be met
 * stands in the sentence.
 */
export function refuseConflicts(request: Request, kernels: Kernels): void {
  const found = conflictsOf(request, kernels);
  if (found.length === 0) return;
  const [{ located }] = found, { conflict } = located;
  const detail = found.length === 1 ? detailOfConflict(located) : detailOfSeveral(found);
  throw new DomainError("constraints_infeasible", detail, { faults: found.flatMap(faultsOf), conflict });
}

/** Conflicts that are one are told at once. */
function detailOfSeveral(found: readonly FoundConflict[]): string {
  const bases = new Map<LocatedConflict, string[]>();
  for (const { located, base } of found) bases.set(located, [...bases.get(located) ?? [], base]);
  const [[, first], ...others] = [...bases].map(([{ conflict }, at]) => [conflict, listed(at, "and")] as const);
  const ways = others.flatMap(([conflict, at]) => waysOut(conflict).map((way) => `; at ${at} ${way}`));
  return `Cannot meet all the constraints together at ${
    listed(found.map(({ base }) => base), "and")
  }: the conflict is ` +
    `that at ${first}${ways.join("")}`;
}

/** Why rules that need no prices cannot be met, as a submission is refused with and a preflight answers. */
export function judgeWithoutPrices(
  request: Request,
  { constraints, owner, work, kernels }: Pick<RuleSet, "constraints" | "owner"> & {
    readonly work: number;
    readonly kernels: Kernels;
  },
): JudgedRules {
  const problem = problemWithoutPrices(request, { constraints, kernels });
  return judgeConflict(problem, kernels, { work, accepts: acceptedFamilies(request, owner) });
}

/** Rules that have to be met together. */
interface RuleSet {
  readonly constraints: Constraints;
  /** The method whose own they are; null of the run's. */
  readonly owner: MethodChoice | null;
  readonly base: string;
}

interface FoundConflict extends RuleSet {
  readonly located: LocatedConflict;
}

/**
 * Rules that are alike, and may be changed alike, are looked at once; behind the first conflict the work of one is
 * shared out.
 */
function conflictsOf(request: Request, kernels: Kernels): readonly FoundConflict[] {
  const sets = ruleSetsOf(request), found: FoundConflict[] = [];
  const known = new Map<string, LocatedConflict | null>();
  for (const set of sets) {
    const { constraints, owner } = set, accepts = acceptedFamilies(request, owner);
    const rules = JSON.stringify([constraints, CONSTRAINT_FAMILIES.ids.filter(accepts)]);
    const work = found.length === 0 ? CONFLICT_WORK : CONFLICT_WORK / sets.length;
    const located = known.has(rules)
      ? known.get(rules) ?? null
      : conflictIn(judgeWithoutPrices(request, { constraints, owner, work, kernels }));
    known.set(rules, located);
    if (located !== null) found.push({ ...set, located });
  }
  return found;
}

function ruleSetsOf(request: Request): readonly RuleSet[] {
  const { methods, constraints, efficient_frontier: frontier } = request;
  const usesRun = frontier !== undefined || methods.some((choice) => choice.constraints === null);
  const ofRun = usesRun ? [{ constraints, owner: null, base: "/constraints" }] : [];
  const own = methods.flatMap((owner, i): RuleSet[] =>
    owner.constraints === null
      ? []
      : [{ constraints: owner.constraints, owner, base: jsonPointer("methods", i, "constraints") }]
  );
  return [...ofRun, ...own].filter((set) => Object.keys(set.constraints).length > 0);
}

function faultsOf({ located, constraints, base }: FoundConflict): readonly Fault[] {
  const told = conflictFaults(located, constraints, base);
  return told.length > 0 ? told : [{ pointer: base, detail: detailOfConflict(located) }];
}
