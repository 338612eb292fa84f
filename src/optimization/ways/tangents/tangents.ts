import { hasEpigraphs } from "../../program/kinds_of_cones.ts";
import { orders } from "../orders/orders.ts";
import { PLAIN } from "../plain.ts";
import type { Way } from "../way.ts";
import { solveByTangents } from "./solve_by_tangents.ts";

/** Solves programs with entropic, relativistic, power-mean or logarithmic functions by tangents of their epigraphs. */
export const tangents: Way = {
  id: "tangents",
  isLast: true,
  suits: ({ program }) => hasEpigraphs(program),
  // Models have no epigraphs, but the program that looks for a ray has.
  solve: ({ program, kernels, guess }) =>
    solveByTangents(program, { kernels, guess, ways: [tangents, orders, ...PLAIN] }),
};
