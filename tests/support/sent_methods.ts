import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Method } from "../../src/optimization/methods/method.ts";

type Parameters = Readonly<Record<string, unknown>>;
export type SentMethod = string | (Parameters & { readonly method: string });

/** Parameters of methods that require some. A method that is missing here is refused where it is submitted. */
const REQUIRED: Readonly<Record<string, Parameters>> = {
  efficient_risk: { target_volatility: 0.2 },
  efficient_return: { target_return: 0.1 },
};

/**
 * Returns methods as a request names them, in catalogue order. Each has the given parameters, or those that it
 * requires.
 */
export function sentMethods(
  given: Readonly<Record<string, Parameters>> = {},
  among: (method: Method) => boolean = () => true,
): readonly SentMethod[] {
  return [...METHODS].filter(among).map(({ id }) => {
    const parameters = given[id] ?? REQUIRED[id];
    return parameters === undefined ? id : { method: id, ...parameters };
  });
}

/** Largest number of methods in one request. */
const MOST_IN_A_REQUEST = 20;

/** Splits a list of methods into as many requests as it needs. */
export function inRequests<Sent>(methods: readonly Sent[]): Sent[][] {
  const requests: Sent[][] = [];
  for (let k = 0; k < methods.length; k += MOST_IN_A_REQUEST) requests.push(methods.slice(k, k + MOST_IN_A_REQUEST));
  return requests;
}

/**
 * Returns a method for a request with rules of a constraint family. A method that does not enforce the family gets
 * empty constraints.
 */
export function under(family: string, sent: SentMethod): SentMethod {
  if (enforcesAll([family], sent)) return sent;
  return { ...typeof sent === "string" ? { method: sent } : sent, constraints: {} };
}

/** Whether a method with its parameters enforces all the given constraint families. */
export function enforcesAll(families: readonly string[], sent: SentMethod): boolean {
  const { method: id, ...parameters } = typeof sent === "string" ? { method: sent } : sent;
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const enforced = method.enforces(method.parameters.parse(parameters));
  return families.every((family) => enforced.has(family));
}

/** Whether a method optimises an objective. Methods by a formula or a hierarchy have none. */
export function optimises({ group }: Pick<Method, "group">): boolean {
  return group !== "naive" && group !== "hierarchical";
}
