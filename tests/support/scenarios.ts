import { randomNumbers } from "./sample_problem.ts";

/** Test helper. Returns the names of simulated assets. */
export function scenarioAssets(count: number): readonly string[] {
  return Array.from({ length: count }, (_, j) => `S${j + 1}`);
}

/** Test helper. Returns rows of simulated returns that have a common part, each asset with a volatility of its own. */
export function scenarioRows(
  { assets, rows, seed }: { readonly assets: number; readonly rows: number; readonly seed: number },
): readonly (readonly number[])[] {
  const next = randomNumbers(seed), normal = (): number => next() + next() + next() + next() - 2;
  return Array.from({ length: rows }, () => {
    const common = normal();
    return Array.from({ length: assets }, (_, j) => 0.01 + 0.002 * j + (0.03 + 0.01 * j) * (normal() + 0.5 * common));
  });
}

/** Test helper. Returns numbers as a request sends them in base64: doubles, little-endian and row by row. */
export function base64Of(rows: readonly (readonly number[])[]): string {
  return new Uint8Array(Float64Array.from(rows.flat()).buffer).toBase64();
}
