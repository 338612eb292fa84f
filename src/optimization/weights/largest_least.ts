import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import { solveProgram } from "../solve_program.ts";
import type { Affine } from "../program/program.ts";
import { type WeightProgram, weightProgram } from "./weight_program.ts";

/**
 * Maximises t ≤ 1 subject to the rules of a problem and t ≤ every entry of an expression. A positive maximum means that
 * all entries can be positive together, as their logarithms require. `value` is null if the maximum is not proven.
 */
export function largestLeast(
  problem: Problem,
  kernels: Kernels,
  expressionsOf: (lowered: WeightProgram) => Affine,
): { readonly status: ProgramAnswer["status"]; readonly value: number | null } {
  const lowered = weightProgram(problem), { program } = lowered;
  const expressions = expressionsOf(lowered), least = program.variables(1, -Infinity, 1);
  program.atMost(least.at(0), expressions);
  program.minimize(least.at(0).times(-1));
  const { status, point } = solveProgram(program.build(), kernels);
  return { status, value: status === "optimal" && point !== null ? point.x[least.offset] : null };
}
