import { type Conflict, type ConflictingRule, type Fault, jsonPointer } from "../domain/errors.ts";
import type { Constraints } from "../request/parts/constraints.ts";
import { isObject } from "../faults/json_object.ts";

/** The rules of a conflict at their pointers into the constraints that stand at `base`. */
export function conflictFaults({ rules }: Conflict, constraints: Constraints, base: string): readonly Fault[] {
  return rules.map((rule) => ({ pointer: base + pointerOf(rule, constraints), detail: rule.detail }));
}

/** What is wrong, as a sentence, where the rules of a conflict stand beside it. */
export function detailOfConflict({ rules }: Conflict): string {
  const proven = "Cannot meet all the constraints together";
  return rules.length > 0 ? proven : `${proven}: they are too many to find which of them conflict, try with fewer`;
}

/** A family that was not sent holds by default: its pointer is that of the constraints. */
function pointerOf({ family, rule }: ConflictingRule, constraints: Constraints): string {
  if (!Object.hasOwn(constraints, family)) return "";
  const rules = constraints[family];
  const at = jsonPointer(family);
  if (rule === null) return at;
  if (family === "weight_bounds") {
    const named = isObject(rules) && isObject(rules.assets) && Object.hasOwn(rules.assets, rule);
    return named ? at + jsonPointer("assets", rule) : at;
  }
  if (family === "groups") return at + groupPointer(rules, rule);
  if (family === "exposure") return at + jsonPointer(rule);
  if (!Array.isArray(rules)) return at;
  const place = rules.findIndex((one) => one === rule || (isObject(one) && one.name === rule));
  return place < 0 ? at : at + jsonPointer(place);
}

/** Of several classifications a group is called by the name of its own and a stroke. */
function groupPointer(rules: unknown, rule: string): string {
  if (!Array.isArray(rules)) return groupPlace(rules, rule);
  for (const [i, one] of rules.entries()) {
    const prefix = isObject(one) ? `${one.name}/` : "";
    const place = rule.startsWith(prefix) ? groupPlace(one, rule.slice(prefix.length)) : "";
    if (place !== "") return jsonPointer(i) + place;
  }
  return "";
}

function groupPlace(classification: unknown, group: string): string {
  if (!isObject(classification) || !Array.isArray(classification.rules)) return "";
  const place = classification.rules.findIndex((one) => isObject(one) && one.group === group);
  return place < 0 ? "" : jsonPointer("rules", place);
}
