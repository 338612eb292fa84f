import { changeOf } from "../../src/computations/conflict_sentence.ts";
import type { Conflict } from "../../src/domain/errors.ts";

/** What would let the rules of a conflict be met, a line each: the changes that do so together, or each alone. */
export function relaxationLines({ relaxation = [], jointRelaxation = [] }: Conflict): readonly string[] {
  const alone = relaxation.filter(({ to }) => to !== null);
  return [
    ...alone.map((one) => `one change alone: ${changeOf(one)}`),
    ...jointRelaxation.length < 2 ? [] : [`together: ${jointRelaxation.map(changeOf).join(", ")}`],
  ];
}
