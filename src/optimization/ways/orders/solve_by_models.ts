import type { Kernels } from "../../../kernels/mod.ts";
import { judged, type ProgramAnswer } from "../../certify/program_answer.ts";
import { isIn } from "../../program/is_in.ts";
import type { Program } from "../../program/program.ts";
import { withBlocks } from "../../program/without_blocks.ts";
import type { ProgramOptions } from "../../program_options.ts";
import type { Way } from "../way.ts";
import { OrderedProgram } from "./ordered_program.ts";
import { nearBySquares, withoutDifference } from "./near_by_squares.ts";
import { solveByOrders } from "./solve_by_orders.ts";

/**
 * Solves min ½ x'Px + q'x with mean differences or ordered sums v ≥ Σ a_k x_(k), where x_(k) is the k-th largest entry.
 * Norms that agree with them near a point to second order come near the answer in a few rounds, as Newton's method
 * does. Linear models below them, with hinges for entries that nearly change their order, then give the answer.
 * Multipliers of a model are multipliers of the cone, so the certificate of the given program judges every round.
 */
export function solveByModels(
  program: Program,
  { kernels, guess, ways }: { kernels: Kernels; ways: readonly Way[] } & Pick<ProgramOptions, "guess">,
): ProgramAnswer {
  const whole = new OrderedProgram(program, kernels, ways);
  if (costsNothing(whole)) return withoutBlocks(whole, guess);
  const start = guess?.(), near = start === undefined ? null : nearBySquares(whole, start);
  return (near && withoutDifference(whole, near.x)) ?? solveByOrders(whole, near);
}

/** Whether the values of all mean differences and ordered sums have no cost and stand in no other row. */
function costsNothing({ ordered, rest }: OrderedProgram): boolean {
  return ordered.every(({ value }) => rest.linear[value] === 0 && !isIn(rest.rows, value));
}

function withoutBlocks(whole: OrderedProgram, guess: ProgramOptions["guess"]): ProgramAnswer {
  const { program, places, rest } = whole, answer = whole.solveFrom(guess, rest, "part");
  if (answer.point === null) return answer;
  return judged(program, { x: answer.point.x, z: withBlocks(program, places, answer.point.z) }, answer);
}
