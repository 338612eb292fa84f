import { jsonPointer } from "../../domain/errors.ts";
import { CONSTRAINT_FAMILIES, CONSTRAINT_FAMILY_IDS } from "../../optimization/constraints/mod.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { suggestion } from "../../faults/nearest_word.ts";
import { faultsOfIssues, shown } from "../../faults/schema_faults.ts";

/** The rules of each family as its schema parsed them, in the order of the list of families. Families that are not there yet stand with what was sent. */
export type Constraints = Readonly<Record<string, unknown>>;

/** What submission knows about a request when families check their rules. */
export type RuleCheckContext = Parameters<NonNullable<ListedFamily["check"]>>[1];
type ListedFamily = NonNullable<ReturnType<typeof CONSTRAINT_FAMILIES.get>>;

/** The constraints at a pointer, with their faults told; null where their shape is wrong. */
export function readConstraints(body: unknown, pointer: string, faults: FaultList): Constraints | null {
  if (!isObject(body)) {
    faults.add(
      pointer,
      `Cannot take ${shown(body)} for "constraints": an object with a field for each family is needed`,
    );
    return null;
  }
  for (const id of Object.keys(body)) {
    if (!CONSTRAINT_FAMILY_IDS.some((known) => known === id)) {
      const hint = suggestion(id, CONSTRAINT_FAMILY_IDS);
      faults.add(pointer + jsonPointer(id), `Cannot find constraint family "${id}"${hint}`);
    }
  }
  const rules: [string, unknown][] = [];
  for (const id of CONSTRAINT_FAMILY_IDS) {
    if (!Object.hasOwn(body, id)) continue;
    const family = CONSTRAINT_FAMILIES.get(id);
    rules.push([id, family === undefined ? body[id] : readRules(family, body[id], pointer, faults)]);
  }
  return Object.fromEntries(rules);
}

function readRules(family: ListedFamily, body: unknown, pointer: string, faults: FaultList): unknown {
  const parsed = family.rules.safeParse(body);
  if (parsed.success) return parsed.data;
  faults.addWithin(
    `${pointer}/${family.id}`,
    faultsOfIssues(parsed.error.issues, { schema: family.rules, value: body }),
  );
  return null;
}

/** What no schema sees: rules on assets or groups that do not exist, a missing starting portfolio. */
export function checkConstraints(
  constraints: Constraints,
  pointer: string,
  context: Omit<RuleCheckContext, "short">,
  faults: FaultList,
): void {
  const short = isShort(constraints);
  for (const [id, rules] of Object.entries(constraints)) {
    const found = CONSTRAINT_FAMILIES.get(id)?.check?.(rules, { ...context, short }) ?? [];
    faults.addWithin(`${pointer}/${id}`, found);
  }
}

/** Whether the rules allow weights below zero. */
export function isShort(constraints: Constraints): boolean {
  return isObject(constraints.exposure) && constraints.exposure.short === true;
}

/** The families given that are not in a set, or have no file yet. */
export function familiesBeyond(constraints: Constraints, enforced: ReadonlySet<string>): readonly string[] {
  return Object.keys(constraints).filter((id) => !enforced.has(id) || CONSTRAINT_FAMILIES.get(id) === undefined);
}
