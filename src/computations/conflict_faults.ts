import { type Fault, jsonPointer } from "../domain/errors.ts";
import type { LocatedConflict, LocatedRule } from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { listed, ruleName } from "./conflict_sentence.ts";
import type { Constraints } from "../request/parts/constraints.ts";

/**
 * Returns one request fault for each constraint rule of a conflict, then one for each rule of further conflicts. The
 * JSON pointers start at `base`, the place of the constraints in the request body.
 */
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
    ...[...further].filter(([name]) => !told.has(name)).map(([, rule]) => faultOf(rule, ", part of another conflict")),
  ];
}

/** Returns a sentence about a conflict of rules, for an answer that lists the conflicting rules beside it. */
export function detailOfConflict(
  { conflict: { rules }, others }: Pick<LocatedConflict, "conflict" | "others">,
): string {
  const proven = "Cannot meet all the constraints together";
  if (rules.length === 0) return `${proven}: there are too many to find the ones that conflict, send fewer`;
  if (others.length === 0) return proven;
  const [first, ...rest] = [rules, ...others].map((conflict) => listed(conflict.map(ruleName), "and"));
  return `${proven}: one conflict involves ${first}, ${
    rest.map((other) => `another one involves ${other}`).join(", ")
  }`;
}

/**
 * Returns the JSON pointer of a rule within the constraints of a request. A constraint family that the request left out
 * applies by default, so its pointer is that of the constraints.
 */
function pointerOf({ family, rule, isGeneral }: LocatedRule, constraints: Constraints): string {
  if (!Object.hasOwn(constraints, family)) return "";
  const within = rule === null || isGeneral
    ? ""
    : CONSTRAINT_FAMILIES.get(family)?.pointerOf?.(rule, constraints[family]) ?? "";
  return jsonPointer(family) + within;
}
