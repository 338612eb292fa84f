import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Method } from "../../src/optimization/methods/method.ts";

type Parameters = Readonly<Record<string, unknown>>;
export type SentMethod = string | (Parameters & { readonly method: string });

/** Of the methods that ask for parameters: one that is missing here is refused where it is sent. */
const REQUIRED: Readonly<Record<string, Parameters>> = {
  efficient_risk: { target_volatility: 0.2 },
  efficient_return: { target_return: 0.1 },
};

/** Methods as a request names them, in the order of the catalogue, with the parameters given or those they ask for. */
export function sentMethods(
  given: Readonly<Record<string, Parameters>> = {},
  among: (method: Method) => boolean = () => true,
): readonly SentMethod[] {
  return [...METHODS].filter(among).map(({ id }) => {
    const parameters = given[id] ?? REQUIRED[id];
    return parameters === undefined ? id : { method: id, ...parameters };
  });
}

/** As many methods as a request takes. */
const MOST_IN_A_REQUEST = 20;

/** Methods shared out over as many requests as they need. */
export function inRequests<Sent>(methods: readonly Sent[]): Sent[][] {
  const requests: Sent[][] = [];
  for (let k = 0; k < methods.length; k += MOST_IN_A_REQUEST) requests.push(methods.slice(k, k + MOST_IN_A_REQUEST));
  return requests;
}

/** A method as a request under the rules of a family names it: without rules where it does not enforce them. */
export function under(family: string, sent: SentMethod): SentMethod {
  if (enforcesAll([family], sent)) return sent;
  return { ...typeof sent === "string" ? { method: sent } : sent, constraints: {} };
}

/** Whether a method as sent enforces all of some families. */
export function enforcesAll(families: readonly string[], sent: SentMethod): boolean {
  const { method: id, ...parameters } = typeof sent === "string" ? { method: sent } : sent;
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const enforced = method.enforces(method.parameters.parse(parameters));
  return families.every((family) => enforced.has(family));
}

/** Whether a method follows from a program: one by a formula or a hierarchy has no objective. */
export function optimises({ group }: Pick<Method, "group">): boolean {
  return group !== "naive" && group !== "hierarchical";
}
