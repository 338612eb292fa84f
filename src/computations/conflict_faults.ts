import { type Fault, jsonPointer } from "../domain/errors.ts";
import type { LocatedConflict, LocatedRule } from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { listed, ruleName } from "./conflict_sentence.ts";
import type { Constraints } from "../request/parts/constraints.ts";

/** The rules of a conflict, and behind them those of others, at their pointers into the constraints at `base`. */
export function conflictFaults(
  { rules, others }: Pick<LocatedConflict, "rules" | "others">,
  constraints: Constraints,
  base: string,
): readonly Fault[] {
  const faultOf = (rule: LocatedRule, of: string): Fault => ({
    pointer: base + pointerOf(rule, constraints),
    detail: `${rule.detail}${of}`,
  });
  const told = new Set(rules.map(ruleName));
  const further = new Map(others.flat().map((rule) => [ruleName(rule), rule]));
  return [
    ...rules.map((rule) => faultOf(rule, "")),
    ...[...further].filter(([name]) => !told.has(name)).map(([, rule]) => faultOf(rule, ", in another conflict")),
  ];
}

/** What is wrong, as a sentence, where the rules of a conflict stand beside it. */
export function detailOfConflict(
  { conflict: { rules }, others }: Pick<LocatedConflict, "conflict" | "others">,
): string {
  const proven = "Cannot meet all the constraints together";
  if (rules.length === 0) return `${proven}: they are too many to find which of them conflict, try with fewer`;
  if (others.length === 0) return proven;
  const [first, ...rest] = [rules, ...others].map((conflict) => listed(conflict.map(ruleName), "and"));
  return `${proven}: one conflict is that of ${first}, ${rest.map((other) => `another that of ${other}`).join(", ")}`;
}

/** A family that was not sent holds by default: its pointer is that of the constraints. */
function pointerOf({ family, rule, isGeneral }: LocatedRule, constraints: Constraints): string {
  if (!Object.hasOwn(constraints, family)) return "";
  const within = rule === null || isGeneral
    ? ""
    : CONSTRAINT_FAMILIES.get(family)?.pointerOf?.(rule, constraints[family]) ?? "";
  return jsonPointer(family) + within;
}
