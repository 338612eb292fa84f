import { hasOrdered } from "../../program/kinds_of_cones.ts";
import { PLAIN } from "../plain.ts";
import type { Way } from "../way.ts";
import { solveByModels } from "./solve_by_models.ts";

/** Mean differences and ordered sums: by squares near them and models below them. */
export const orders: Way = {
  id: "orders",
  isLast: true,
  suits: ({ program }) => hasOrdered(program),
  solve: ({ program, kernels, guess }) => solveByModels(program, { kernels, guess, ways: PLAIN }),
};
