import type { Catalogue } from "../catalogue.ts";
import { schemaOfMethod } from "../catalogue.ts";
import type { MethodEntry } from "../methods/method_entries.ts";

/** Returns the ids of the families of rules that a method keeps with its parameters. */
export function keptFamilies({ id, parameters }: MethodEntry, catalogue: Catalogue): ReadonlySet<string> {
  const method = catalogue.capability.methods.find((one) => one.id === id);
  if (method === undefined) return new Set();
  const property = schemaOfMethod(id, catalogue)?.properties?.objective;
  const preset = typeof property === "object" ? property.default : undefined;
  const objective = String(parameters.objective ?? preset ?? "");
  const byObjective = method.enforces_by;
  const kept = byObjective !== null && Object.hasOwn(byObjective, objective) ? byObjective[objective] : undefined;
  return new Set(kept ?? method.enforces);
}

/** Returns the methods that the run's rules of a family are asked of, and that do not keep them. */
export function methodsWithout(
  family: string,
  entries: readonly MethodEntry[],
  catalogue: Catalogue,
): readonly MethodEntry[] {
  return entries.filter((entry) =>
    entry.parameters.constraints === undefined && !keptFamilies(entry, catalogue).has(family)
  );
}
