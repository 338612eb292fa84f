import { DomainError } from "../domain/errors.ts";
import { isConstantReturn } from "./constant_return.ts";
import type { EstimationInputs } from "./estimator.ts";

/** Returns of the benchmark on the rows of the history; throws `insufficient_history` where there are none. */
export function marketReturns({ benchmark }: EstimationInputs): Float64Array {
  if (benchmark === null) {
    throw new DomainError("insufficient_history", "The estimate needs returns of a benchmark, there are none");
  }
  return benchmark;
}

/** Why a benchmark explains no asset, as the end of a sentence; null where it may. */
export function whyUnmoved({ benchmark }: EstimationInputs): string | null {
  const isUnmoved = benchmark !== null && isConstantReturn(benchmark);
  return isUnmoved ? "the return of the benchmark never changes, another is needed" : null;
}
