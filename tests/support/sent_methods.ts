import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Method } from "../../src/optimization/methods/method.ts";

type Parameters = Readonly<Record<string, unknown>>;
export type SentMethod = string | (Parameters & { readonly method: string });

/**
 * Parameters that test requests give to the methods that require some; the service refuses such a method without them.
 */
const REQUIRED: Readonly<Record<string, Parameters>> = {
  efficient_risk: { target_volatility: 0.2 },
  efficient_return: { target_return: 0.1 },
};

/**
 * Returns the parameters that a test request gives to a method, from `REQUIRED`; none for most methods. Throws if the
 * method refuses them, or does not do without one.
 */
export function requiredBy(id: string): Parameters {
  const given = REQUIRED[id] ?? {}, parsed = METHODS.get(id)?.parameters.safeParse(given);
  if (parsed?.success === false) {
    throw new Error(
      `Add the parameters that "${id}" asks for to REQUIRED in tests/support/sent_methods.ts: ${parsed.error.message}`,
    );
  }
  return given;
}

/**
 * Returns the accepted methods as entries of the field `methods` of a request, in the order of the registry, with the
 * given parameters or else those that they require.
 */
export function sentMethods(
  given: Readonly<Record<string, Parameters>> = {},
  among: (method: Method) => boolean = () => true,
): readonly SentMethod[] {
  return [...METHODS].filter(among).map(({ id }) => {
    const parameters = given[id] ?? requiredBy(id);
    return Object.keys(parameters).length === 0 ? id : { method: id, ...parameters };
  });
}

/** Largest number of methods in one request to the service. */
const MOST_IN_A_REQUEST = 20;

/** Test helper. Splits a list of methods into as few lists as requests allow, each with at most 20 methods. */
export function inRequests<Sent>(methods: readonly Sent[]): Sent[][] {
  const requests: Sent[][] = [];
  for (let k = 0; k < methods.length; k += MOST_IN_A_REQUEST) requests.push(methods.slice(k, k + MOST_IN_A_REQUEST));
  return requests;
}

/**
 * Test helper. Returns a method for a request whose constraints belong to one family. A method that does not enforce
 * this family gets empty constraints of its own, so that the service accepts it.
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
