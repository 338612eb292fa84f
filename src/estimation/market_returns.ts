import { DomainError } from "../domain/errors.ts";
import { isConstantReturn } from "./constant_return.ts";
import type { EstimationInputs } from "./estimator.ts";

/** Returns the benchmark's returns on the rows of the history. Throws `insufficient_history` if there are none. */
export function marketReturns({ benchmark }: EstimationInputs): Float64Array {
  if (benchmark === null) {
    throw new DomainError(
      "insufficient_history",
      "The estimate needs returns of a benchmark, but there is no benchmark",
    );
  }
  return benchmark;
}

/**
 * Returns why a benchmark cannot explain the return of any asset, as the end of a sentence: its own return never
 * changes. Null if its return changes or there is no benchmark.
 */
export function whyUnmoved({ benchmark }: EstimationInputs): string | null {
  const isUnmoved = benchmark !== null && isConstantReturn(benchmark);
  return isUnmoved ? "the return of the benchmark never changes, another benchmark is needed" : null;
}
