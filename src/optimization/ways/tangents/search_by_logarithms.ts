import type { Program } from "../../program/program.ts";
import { settled } from "../../program/point.ts";
import { gradientSize } from "../../program/objective_scale.ts";
import { hasChain } from "../../program/has_chain.ts";
import { OTHER, othersOf } from "../../presolve/hinge_columns.ts";
import { hingeForm } from "../../engines/hinge_form.ts";
import { reduceProgram } from "../../presolve/reduce_program.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { chainKindsOf, settleChain, withoutRepeatedBounds } from "../../engines/settle_chain.ts";
import type { TangentSearch } from "./tangent_search.ts";
import { LOGARITHMS } from "../../engines/accuracy.ts";

/** Fewest hinges for this method. Newton's method copes with fewer. */
const LEAST_HINGES = 30;
/** Most variables for this method, whose work is cubic in them. */
const MOST_VARIABLES = 1_500;

/**
 * Minimises ½ x'Px + q'x - Σ w_j log x_j with hinges under linear rows by the interior-point method of the core.
 * Newton's method on the tangents would decide the hinges anew at each step. Does nothing if the program has other
 * parts.
 */
export function searchByLogarithms(search: TangentSearch, start: Float64Array | null): void {
  const { model, kernels: { hinges, linearAlgebra } } = search, { epigraphs } = model;
  const [only] = epigraphs;
  if (epigraphs.length !== 1 || model.program.hinges.row.length < LEAST_HINGES) return;
  const weights = logarithmsOf(model.program, only);
  if (weights === null) return;
  const { program, expand } = model.withoutEpigraphs();
  if (program.blocks.some(({ cone }) => !cone.isLinear)) return;
  const objectiveScale = 1 / gradientSize(program);
  const options = { linearAlgebra, objectiveScale, bounds: true, scaling: "none" } as const;
  const reduced = reduceProgram(withoutRepeatedBounds(program), wholeOf(program), options);
  if (reduced.contradiction !== null) return;
  const kinds = chainKindsOf(program), kind = Uint8Array.from(reduced.variables, (j) => kinds[j]);
  const form = hingeForm(reduced.conic, { equalities: reduced.equalities, kind });
  if (form === null || form.program.q.length > MOST_VARIABLES) return;
  const lower = Float64Array.from(
    reduced.variables.filter((_, k) => kind[k] === OTHER),
    (j) => objectiveScale * (weights.get(j) ?? 0),
  );
  const logarithms = { lower, rows: new Float64Array(form.program.h.length) };
  const near = start && othersOf(reduced.stepTo(start), kind);
  const answer = hinges.solve({ ...form.program, logarithms }, { ...LOGARITHMS, ...near && { near } });
  search.iterations += answer.iterations;
  if (answer.status !== "optimal") return;
  const { x, z } = form.back(answer), point = settled(program, reduced.expand(x, z));
  if (hasChain(program)) settleChain(program, point);
  const reached = expand(point);
  search.judge({ x: search.settled(reached.x), z: reached.z }, (at) => search.touching(at, [only.cost ?? 0]));
}

/**
 * Returns the weight of the logarithm of each variable, with which the objective subtracts it. Returns null unless the
 * epigraph is a minimised sum of logarithms of distinct variables with a lower bound of 0.
 */
function logarithmsOf(
  { rows, lower }: Program,
  { cone, block, cost }: TangentSearch["model"]["epigraphs"][number],
): ReadonlyMap<number, number> | null {
  const { logarithms } = cone;
  if (logarithms === undefined || cost === null || !(cost > 0)) return null;
  let isPlain = rows.constant[block.firstRow + 1] === 1;
  rows.forEachTerm(block.firstRow + 1, () => isPlain = false);
  const weights = new Map<number, number>();
  logarithms.forEach((weight, i) => {
    const row = block.firstRow + 2 + i;
    isPlain &&= rows.constant[row] === 0;
    rows.forEachTerm(row, (column, value) => {
      isPlain &&= value === 1 && lower[column] === 0 && !weights.has(column);
      weights.set(column, cost * weight);
    });
  });
  return isPlain && weights.size === logarithms.length ? weights : null;
}
