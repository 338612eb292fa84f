import type { Matrix } from "../../../domain/matrix.ts";
import type { EpigraphCone } from "../../cones/epigraph_cone.ts";
import { coefficientsAt, coefficientsOf } from "../../program/coefficients_of.ts";
import { hasChain } from "../../program/has_chain.ts";
import { isIn } from "../../program/is_in.ts";
import type { Block, Program } from "../../program/program.ts";

/** A block (t, x) of the epigraph t ≥ ρ(x), with t = variable `variable` of the program. */
export interface Epigraph {
  readonly block: Block;
  readonly cone: EpigraphCone;
  readonly variable: number;
  /**
   * Cost of t if t stands in this block and the objective alone. Null if another row or a quadratic term contains t.
   */
  readonly cost: number | null;
  /**
   * Coefficients of the arguments by consecutive variables near a point, with each running maximum or drawdown replaced
   * by the expression that it equals there. Null if the arguments contain no variables.
   */
  coefficients(x: Float64Array): { readonly offset: number; readonly block: Matrix } | null;
}

/**
 * Describes a block of rows that says t ≥ f(a): the variable t, its cost and the arguments a. `base` is the program
 * without its blocks of this form, which shows whether t occurs elsewhere too.
 */
export function epigraphOf(
  program: Program,
  base: Program,
  { block, cone }: Pick<Epigraph, "block" | "cone">,
): Epigraph {
  let variable = -1;
  program.rows.forEachTerm(block.firstRow, (column) => variable = column);
  const isLimited = isIn(base.rows, variable) ||
    program.quadratic.some(({ offset, size }) => variable >= offset && variable < offset + size);
  const ofArguments = { firstRow: block.firstRow + 1, rows: block.rows - 1 };
  let known: ReturnType<Epigraph["coefficients"]> | undefined;
  const coefficients = (x: Float64Array): ReturnType<Epigraph["coefficients"]> => {
    if (hasChain(program)) return coefficientsAt(program, ofArguments, x);
    if (known === undefined) known = coefficientsOf(program, ofArguments);
    return known;
  };
  return { block, cone, variable, cost: isLimited ? null : program.linear[variable], coefficients };
}
