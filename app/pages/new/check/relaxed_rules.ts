import { isList, isObject, type Json, type JsonObject, type Path, withValue } from "../json.ts";
import type { Relaxation } from "./preflight.ts";

/** Tells whether the rules of a family have a limit of this name for all assets, as the schema of the request says. */
export type HasLimit = (family: string, limit: string) => boolean;

/**
 * Returns rules with one limit changed as a way out of a conflict asks for; null for a limit whose place in the rules
 * is not known, which the person then changes by hand.
 */
export function relaxedRules(constraints: JsonObject, way: Relaxation, hasLimit: HasLimit): JsonObject | null {
  const path = placeOf(constraints, way, hasLimit);
  if (path === null || way.to === null) return null;
  const next = withValue(constraints, path, way.to);
  return isObject(next) ? next : null;
}

/** Names that tell one rule of a list from another. */
const NAMES = ["group", "factor", "name", "measure"] as const;

/** Returns the path of a limit within the rules. */
export function placeOf(
  constraints: JsonObject,
  { family, rule, limit }: Relaxation,
  hasLimit: HasLimit,
): Path | null {
  const rules = constraints[family];
  if (typeof rules === "number") return [family];
  // A conflict also names the sum of the weights, of which a request without a rule has the default.
  if (rules === undefined) return rule === null ? [family, limit] : null;
  if (isList(rules)) return inList(rules, [family], { rule, limit }) ?? inParts(rules, family, { rule, limit });
  if (!isObject(rules)) return null;
  if (rule !== null && rule !== "default" && isObject(rules.assets) && Object.hasOwn(rules.assets, rule)) {
    return [family, "assets", rule, limit];
  }
  for (const field of ["rules", "groups"]) {
    const list = rules[field];
    const found = isList(list) ? inList(list, [family, field], { rule, limit }) : null;
    if (found !== null) return found;
  }
  if (rule !== null && rule !== "default" && isObject(rules.assets)) return [family, "assets", rule, limit];
  if (limit in rules) return [family, limit];
  const single = Object.keys(rules).filter((name) => name.startsWith(limit) || name.endsWith(limit));
  const [only] = rule !== null && Object.hasOwn(rules, rule) ? [rule] : single;
  if (only !== undefined) return [family, only];
  return hasLimit(family, limit) ? [family, limit] : null;
}

interface Sought {
  readonly rule: string | null;
  readonly limit: string;
}

function inList(list: readonly Json[], path: Path, { rule, limit }: Sought): Path | null {
  const at = list.findIndex((one) => isObject(one) && NAMES.some((name) => isNamed(one[name], rule)));
  return at < 0 ? null : [...path, at, limit];
}

/** Whether a rule has the name by which a conflict calls it: a measure has its parameter after its name. */
function isNamed(name: Json | undefined, rule: string | null): boolean {
  return typeof name === "string" && rule !== null && (name === rule || rule.startsWith(`${name}_`));
}

/** Looks in several classifications, whose groups a conflict calls by both names. */
function inParts(parts: readonly Json[], family: string, { rule, limit }: Sought): Path | null {
  for (const [at, part] of parts.entries()) {
    if (!isObject(part) || !isList(part.rules) || typeof part.name !== "string") continue;
    if (rule === null || !rule.startsWith(`${part.name}/`)) continue;
    const found = inList(part.rules, [family, at, "rules"], { rule: rule.slice(part.name.length + 1), limit });
    if (found !== null) return found;
  }
  return null;
}
