import type { MethodResult, RunResult } from "./run_documents.ts";

/** Returns the method with a key; without one the first that is proven, else the first that has weights. */
export function methodOfResult({ methods }: RunResult, key: string | undefined): MethodResult | null {
  return methods.find((method) => method.key === key) ?? methods.find(({ status }) => status === "optimal") ??
    methods.find(({ weights }) => weights !== null) ?? methods[0] ?? null;
}
