import type { Kernels } from "../kernels/mod.ts";
import { CONFLICT_WORK, locateConflict, type LocatedConflict } from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import type { Problem } from "../optimization/problem.ts";
import { acceptedFamilies, type RuledRun } from "./accepted_families.ts";
import { conflictSentence } from "./conflict_sentence.ts";
import type { MethodAnswer } from "./method_result.ts";

/** A conflict of constraint rules, with the keys of the methods that it makes infeasible. */
export interface MethodConflict extends Pick<LocatedConflict, "conflict" | "others"> {
  readonly keys: readonly string[];
}

/**
 * Finds the conflicting constraint rules of infeasible methods. Methods with the same rules share one conflict. A
 * method whose rules can be met has none: only its target is out of reach. The sets of rules share the work of the
 * search.
 */
export function methodConflicts(
  request: RuledRun,
  { answers, problems }: { readonly answers: readonly MethodAnswer[]; readonly problems: readonly Problem[] },
  kernels: Kernels,
): readonly MethodConflict[] {
  const ruled = infeasibleByRules(request, answers);
  const work = CONFLICT_WORK / ruled.length;
  return ruled.flatMap(({ places, accepted }) => {
    const accepts = (family: string): boolean => accepted.includes(family);
    const located = locateConflict(problems[places[0]], kernels, { work, accepts });
    if (located === null) return [];
    const { conflict, others } = located;
    return [{ keys: places.map((i) => request.methods[i].key), conflict, others }];
  });
}

/**
 * Returns the answers of the methods. An infeasible method that has a rule conflict gets a sentence about it as its
 * explanation.
 */
export function withConflicts(
  answers: readonly MethodAnswer[],
  conflicts: readonly MethodConflict[],
): readonly MethodAnswer[] {
  const sentences = new Map(
    conflicts.flatMap((conflict) => conflict.keys.map((key) => [key, conflictSentence(conflict)])),
  );
  return answers.map((answer) => {
    const { result } = answer;
    return { ...answer, result: { ...result, detail: sentences.get(result.key) ?? result.detail } };
  });
}

/**
 * Groups the infeasible methods that have the same constraint rules. Each group lists its methods and the constraint
 * families that every method under these rules can enforce.
 */
function infeasibleByRules(
  request: RuledRun,
  answers: readonly MethodAnswer[],
): readonly { readonly places: readonly number[]; readonly accepted: readonly string[] }[] {
  const by = new Map<string, { places: number[]; accepted: readonly string[] }>();
  request.methods.forEach((choice, i) => {
    if (answers[i].result.status !== "infeasible") return;
    const { constraints } = choice;
    const accepted = CONSTRAINT_FAMILIES.ids.filter(acceptedFamilies(request, constraints === null ? null : choice));
    const rules = JSON.stringify([constraints, accepted]), known = by.get(rules);
    if (known === undefined) by.set(rules, { places: [i], accepted });
    else known.places.push(i);
  });
  return [...by.values()];
}
