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

/** Whether a method follows from a program: one by a formula or a hierarchy has no objective. */
export function optimises({ group }: Pick<Method, "group">): boolean {
  return group !== "naive" && group !== "hierarchical";
}
