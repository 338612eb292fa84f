import { hasEpigraphs } from "../../program/kinds_of_cones.ts";
import { orders } from "../orders/orders.ts";
import { PLAIN } from "../plain.ts";
import type { Way } from "../way.ts";
import { solveByTangents } from "./solve_by_tangents.ts";

/** Entropic, relativistic, power-mean and logarithmic parts: by the tangents of their epigraphs. */
export const tangents: Way = {
  id: "tangents",
  isLast: true,
  suits: ({ program }) => hasEpigraphs(program),
  // The models of a search have none of these parts, the rays of one do.
  solve: ({ program, kernels, guess }) =>
    solveByTangents(program, { kernels, guess, ways: [tangents, orders, ...PLAIN] }),
};
