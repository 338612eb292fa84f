import { type Conflict, type Fault, jsonPointer } from "../domain/errors.ts";
import type { LocatedConflict, LocatedRule } from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import type { Constraints } from "../request/parts/constraints.ts";

/** The rules of a conflict at their pointers into the constraints that stand at `base`. */
export function conflictFaults(
  { rules }: Pick<LocatedConflict, "rules">,
  constraints: Constraints,
  base: string,
): readonly Fault[] {
  return rules.map((rule) => ({ pointer: base + pointerOf(rule, constraints), detail: rule.detail }));
}

/** What is wrong, as a sentence, where the rules of a conflict stand beside it. */
export function detailOfConflict({ rules }: Conflict): string {
  const proven = "Cannot meet all the constraints together";
  return rules.length > 0 ? proven : `${proven}: they are too many to find which of them conflict, try with fewer`;
}

/** A family that was not sent holds by default: its pointer is that of the constraints. */
function pointerOf({ family, rule, isGeneral }: LocatedRule, constraints: Constraints): string {
  if (!Object.hasOwn(constraints, family)) return "";
  const within = rule === null || isGeneral
    ? ""
    : CONSTRAINT_FAMILIES.get(family)?.pointerOf?.(rule, constraints[family]) ?? "";
  return jsonPointer(family) + within;
}
