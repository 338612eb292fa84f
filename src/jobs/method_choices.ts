import { METHODS } from "../optimization/methods/mod.ts";
import { type Constraints, readConstraints } from "./constraint_choices.ts";
import type { FaultList } from "./fault_list.ts";
import { isObject } from "./inline_history.ts";
import { suggestion } from "./nearest_word.ts";
import { faultsOfIssues, shown } from "./schema_faults.ts";

/** A method of a run with every default filled in. */
export interface MethodChoice {
  readonly method: string;
  /** Its name in results and curves: the id, then id_2, …, where the request gives none. */
  readonly key: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Its own rules, which replace the run's; null where it takes those. */
  readonly constraints: Constraints | null;
}

/** The methods of a request; entries with a fault are left out, and the faults told. */
export function readMethods(entries: readonly unknown[], faults: FaultList): readonly MethodChoice[] {
  checkKeys(entries, faults);
  const taken = new Set(entries.map((entry) => isObject(entry) ? entry.key : undefined));
  return entries.flatMap((entry, i) => {
    const read = readMethod(entry, i, faults);
    if (read === null) return [];
    const key = read.key ?? freeKey(read.method, taken);
    taken.add(key);
    return [{ ...read, key }];
  });
}

function readMethod(
  entry: unknown,
  i: number,
  faults: FaultList,
): (Omit<MethodChoice, "key"> & { key: string | null }) | null {
  const pointer = `/methods/${i}`;
  const fields: Readonly<Record<string, unknown>> | null = typeof entry === "string"
    ? { method: entry }
    : isObject(entry)
    ? entry
    : null;
  if (fields === null || typeof fields.method !== "string") {
    const at = fields === null ? pointer : `${pointer}/method`;
    faults.add(at, `Cannot find a method in ${shown(entry)}: its id, or an object with the id as "method", is needed`);
    return null;
  }
  const { method: id, key = null, constraints, ...parameters } = fields;
  const method = METHODS.get(fields.method);
  if (method === undefined) {
    const at = typeof entry === "string" ? pointer : `${pointer}/method`;
    faults.add(at, `Cannot find method ${shown(id)}${suggestion(fields.method, METHODS.ids)}`);
    return null;
  }
  const parsed = method.parameters.safeParse(parameters);
  if (!parsed.success) {
    faults.addWithin(pointer, faultsOfIssues(parsed.error.issues, { schema: method.parameters, value: parameters }));
  }
  const isKey = key === null || (typeof key === "string" && /^[^\p{Cc}]{1,120}$/u.test(key) && key !== "__proto__");
  if (!isKey) {
    faults.add(`${pointer}/key`, `Cannot use ${shown(key)} as a key: a text of 1 to 120 characters is needed`);
  }
  const own = constraints === undefined ? null : readConstraints(constraints, `${pointer}/constraints`, faults);
  if (!parsed.success || !isKey) return null;
  return { method: method.id, key, parameters: recordOf(parsed.data), constraints: own };
}

function freeKey(id: string, taken: ReadonlySet<unknown>): string {
  if (!taken.has(id)) return id;
  for (let count = 2;; count++) if (!taken.has(`${id}_${count}`)) return `${id}_${count}`;
}

function recordOf(parameters: unknown): Readonly<Record<string, unknown>> {
  return isObject(parameters) ? parameters : {};
}

function checkKeys(entries: readonly unknown[], faults: FaultList): void {
  const seen = new Set<unknown>();
  entries.forEach((entry, i) => {
    if (!isObject(entry) || entry.key === undefined) return;
    if (seen.has(entry.key)) faults.add(`/methods/${i}/key`, `Cannot use key ${shown(entry.key)} twice`);
    seen.add(entry.key);
  });
}
