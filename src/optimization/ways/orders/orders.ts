import { hasOrdered } from "../../program/kinds_of_cones.ts";
import { PLAIN } from "../plain.ts";
import type { Way } from "../way.ts";
import { solveByModels } from "./solve_by_models.ts";

/**
 * Solves programs with mean differences or ordered sums, by quadratic models near them and linear models below them.
 */
export const orders: Way = {
  id: "orders",
  isLast: true,
  suits: ({ program }) => hasOrdered(program),
  solve: ({ program, kernels, guess }) => solveByModels(program, { kernels, guess, ways: PLAIN }),
};
