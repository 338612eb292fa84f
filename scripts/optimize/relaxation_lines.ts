import { changeOf } from "../../src/computations/conflict_sentence.ts";
import type { Conflict } from "../../src/domain/errors.ts";

/**
 * Returns the lines about changes of limits that would resolve a conflict between rules: each change that suffices
 * alone, and the changes that suffice together.
 */
export function relaxationLines({ relaxation = [], jointRelaxation = [] }: Conflict): readonly string[] {
  const alone = relaxation.filter(({ to }) => to !== null);
  return [
    ...alone.map((one) => `one change alone: ${changeOf(one)}`),
    ...jointRelaxation.length < 2 ? [] : [`together: ${jointRelaxation.map(changeOf).join(", ")}`],
  ];
}
