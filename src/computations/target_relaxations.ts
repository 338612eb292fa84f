import type { Kernels } from "../kernels/mod.ts";
import { relaxationsBeside } from "../optimization/conflict/relaxations_beside.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { Problem } from "../optimization/problem.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import { changeOf, listed } from "./conflict_sentence.ts";
import type { MethodConflict } from "./method_conflicts.ts";
import type { MethodAnswer } from "./method_result.ts";

/**
 * Largest number of operations for the search for relaxations, over all methods of a run whose target is out of reach.
 */
const WORK = 2.5e8;

/**
 * Adds to each method whose target is out of reach the rule changes that would let it reach the target. Methods with
 * conflicting rules keep their answer.
 */
export function withTargetRelaxations(
  answers: readonly MethodAnswer[],
  { choices, problems, conflicts }: {
    readonly choices: readonly MethodChoice[];
    readonly problems: readonly Problem[];
    readonly conflicts: readonly MethodConflict[];
  },
  kernels: Kernels,
): readonly MethodAnswer[] {
  const inConflict = new Set(conflicts.flatMap(({ keys }) => keys));
  const isMissed = ({ method, key }: MethodChoice, { result: { status } }: MethodAnswer): boolean =>
    status === "infeasible" && !inConflict.has(key) && METHODS.get(method)?.holdTarget !== undefined;
  const missed = new Set(choices.filter((choice, i) => isMissed(choice, answers[i])));
  return answers.map((answer, i) => {
    const { result } = answer, choice = choices[i];
    if (!missed.has(choice)) return answer;
    const ways = waysOut(choice, problems[i], { kernels, work: WORK / missed.size });
    const detail = [result.detail, ...ways === null ? [] : [ways]].join("; ");
    return { ...answer, result: { ...result, detail } };
  });
}

function waysOut(
  { method, parameters }: MethodChoice,
  problem: Problem,
  options: Parameters<typeof relaxationsBeside>[2],
): string | null {
  const changes = relaxationsBeside(
    problem,
    (lowered) => METHODS.get(method)?.holdTarget?.(lowered, problem, parameters, options.kernels),
    options,
  );
  if (changes.length === 0) return null;
  return `or change one rule alone: ${listed(changes.map(changeOf), "or")}`;
}
