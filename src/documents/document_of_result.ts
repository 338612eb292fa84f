import type { CovarianceRows } from "./covariance_file.ts";

/** Type of the parts of a computed result that its document writes otherwise than the result has them. */
interface ComputedParts {
  readonly estimates: {
    readonly covariance: {
      readonly assets: readonly string[];
      readonly matrix: CovarianceRows;
      readonly file: unknown;
    };
  };
  readonly engine: { readonly elapsed_ms: number; readonly phases_ms: Readonly<Record<string, number>> };
}

/**
 * Returns the value of which the JSON text is the document of a computed result: without the covariance matrix where it
 * has a file of its own, and with the times at the end.
 */
export function documentOf<Result extends ComputedParts>(
  { engine: { elapsed_ms, phases_ms, ...engine }, ...result }: Result,
): unknown {
  const { covariance, ...estimates } = result.estimates, { assets, matrix, ...rest } = covariance;
  // A row turns into a list only when its turn comes to be written, because all lists together would be large.
  const written = covariance.file === null ? matrix.map((row) => ({ toJSON: () => Array.from(row) })) : null;
  return {
    ...result,
    estimates: { ...estimates, covariance: { assets, matrix: written, ...rest } },
    engine: { ...engine, elapsed_ms, phases_ms },
  };
}
