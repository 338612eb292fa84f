import { isObject, isSame, type JsonObject, withValue } from "./json.ts";

/**
 * Returns a request without the methods of a part of it, such as the backtest, where they are those of the run. The
 * service writes them into a completed request; left there, the part would go on with them when the person chooses
 * other methods for the run.
 */
export function withMethodsOfRun(request: JsonObject): JsonObject {
  const parts = Object.entries(request).map(([name, part]) =>
    isObject(part) && part.methods !== undefined && isSame(part.methods, request.methods)
      ? [name, withValue(part, ["methods"], undefined) ?? {}] as const
      : [name, part] as const
  );
  return Object.fromEntries(parts);
}
