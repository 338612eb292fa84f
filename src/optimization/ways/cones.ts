import { judged } from "../certify/program_answer.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { UNSOLVED, type Way } from "./way.ts";

/** Computes a start for a program with curved cones by the conic solver alone, without a proof. */
export const cones: Way = {
  id: "cones",
  isLast: true,
  suits: ({ program, purpose }) => purpose === "start" && program.blocks.some(({ cone }) => !cone.isLinear),
  solve({ program, kernels }) {
    const solved = solveByCones(program, kernels, wholeOf(program));
    return solved.status === "solved" ? judged(program, solved.point, solved) : UNSOLVED;
  },
};
