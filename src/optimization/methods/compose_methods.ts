import { type Registry, registry } from "../../domain/registry.ts";
import type { ComposedMethod, Method } from "./method.ts";

/**
 * Returns the registry of a list of methods, in its order. Each composed method is built from the methods that use no
 * other method.
 */
export function composeMethods(list: readonly (Method | ComposedMethod)[]): Registry<Method> {
  const others = registry<Method>(list.filter(isComplete));
  return registry<Method>(list.map((entry) => isComplete(entry) ? entry : entry.compose(others)));
}

function isComplete(entry: Method | ComposedMethod): entry is Method {
  return !("compose" in entry);
}
