import { conflictHeadline, ruleName } from "../../src/computations/conflict_sentence.ts";
import type { OptimizationOutput } from "../../src/computations/optimization.ts";
import type { ConflictingRule } from "../../src/domain/errors.ts";
import { relaxationLines } from "./relaxation_lines.ts";

/**
 * Returns a line for each method without a proven answer. Methods that fail by the same conflicting rules share a line,
 * followed by the rules and the changes that would resolve the conflict.
 */
export function unsolvedLines(
  { result, conflicts }: Pick<OptimizationOutput, "conflicts"> & {
    readonly result: { readonly methods: readonly UnsolvedMethod[] };
  },
): readonly string[] {
  const inConflict = new Set(conflicts.flatMap(({ keys }) => keys));
  const unsolved = result.methods.filter(({ key, status }) =>
    status !== "optimal" && status !== "computed" && !inConflict.has(key)
  );
  return [
    ...unsolved.map(({ key, status, detail }) => `${key} is ${status}: ${detail}`),
    ...conflicts.flatMap(({ keys, conflict, others }) => [
      `${keys.join(", ")} ${keys.length === 1 ? "is" : "are"} infeasible: ${conflictHeadline(conflict)}`,
      ...[conflict.rules, ...others].flatMap((rules, k) =>
        ruleLines(rules, k === 0 ? "conflict" : `conflict ${k + 1}`)
      ),
      ...relaxationLines(conflict).map((line) => `  ${line}`),
    ]),
  ];
}

function ruleLines(rules: readonly ConflictingRule[], name: string): readonly string[] {
  return rules.map((rule) => `  ${name}: ${ruleName(rule)}: ${rule.detail}`);
}

type UnsolvedMethod = Pick<OptimizationOutput["result"]["methods"][number], "key" | "status" | "detail">;
