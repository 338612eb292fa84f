import { matrix } from "../../domain/matrix.ts";
import type { QuadraticTerm } from "./program.ts";

/**
 * Adds each quadratic term to an earlier term with a matrix over the same variables, because some solvers accept a
 * single quadratic term only.
 */
export function mergedQuadratics(terms: readonly QuadraticTerm[]): QuadraticTerm[] {
  const sums: QuadraticTerm[] = [];
  for (const term of terms) {
    const k = sums.findIndex(({ offset, size, matrix: own }) =>
      offset === term.offset && size === term.size && own !== null
    );
    if (k < 0) sums.push(term);
    else sums[k] = sumOf(sums[k], term);
  }
  return sums;
}

function sumOf(one: QuadraticTerm, other: QuadraticTerm): QuadraticTerm {
  const { size, offset } = one, whole = matrix(size, size);
  for (const { matrix: own, factor } of [one, other]) {
    if (own === null) { for (let i = 0; i < size; i++) whole.data[i * (size + 1)] += factor; }
    else for (let k = 0; k < whole.data.length; k++) whole.data[k] += factor * own.data[k];
  }
  return { offset, size, matrix: whole, factor: 1 };
}
