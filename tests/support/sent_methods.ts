import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Method } from "../../src/optimization/methods/method.ts";

type Parameters = Readonly<Record<string, unknown>>;
export type SentMethod = string | (Parameters & { readonly method: string });

/**
 * Parameters of the methods that require some, for requests of tests. Without an entry here, the service refuses such a
 * method.
 */
const REQUIRED: Readonly<Record<string, Parameters>> = {
  efficient_risk: { target_volatility: 0.2 },
  efficient_return: { target_return: 0.1 },
};

/** The parameters that a method asks for. Throws where its schema asks for one that `REQUIRED` does not have. */
export function requiredBy(id: string): Parameters {
  const given = REQUIRED[id] ?? {}, parsed = METHODS.get(id)?.parameters.safeParse(given);
  if (parsed?.success === false) {
    throw new Error(
      `Add the parameters that "${id}" asks for to REQUIRED in tests/support/sent_methods.ts: ${parsed.error.message}`,
    );
  }
  return given;
}

/** Methods as a request names them, in the order of the catalogue, with the parameters given or those they ask for. */
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

/** Test helper. Splits a list of methods into as many requests as it needs. */
export function inRequests<Sent>(methods: readonly Sent[]): Sent[][] {
  const requests: Sent[][] = [];
  for (let k = 0; k < methods.length; k += MOST_IN_A_REQUEST) requests.push(methods.slice(k, k + MOST_IN_A_REQUEST));
  return requests;
}

/**
 * Test helper. Returns a method for a request with rules of a constraint family. A method that does not enforce the
 * family gets empty constraints.
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
