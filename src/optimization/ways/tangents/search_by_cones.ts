import { hasOrdered } from "../../program/kinds_of_cones.ts";
import { expandEpigraphs } from "../../presolve/expand_epigraphs.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { searchByCuts } from "./search_by_cuts.ts";
import { searchByNewton } from "./search_by_newton.ts";
import { solveByCones } from "../../engines/solve_by_cones.ts";
import { TangentModel } from "./tangent_model.ts";
import type { TangentSearch } from "./tangent_search.ts";

/** Curvature times value above which a function bends too sharply for Newton's method. */
const SHARP = 1e5;

/**
 * Solves the program with its epigraphs expressed by cones of the conic solver, and continues from that point. Where
 * the functions bend too sharply for Newton's method, it continues with their largest arguments (`searchByLargest`),
 * else with Newton's method or cuts. Does nothing for ordered sums, which the conic solver does not support.
 */
export function searchByCones(search: TangentSearch): void {
  if (hasOrdered(search.program)) return;
  const { program, sources } = expandEpigraphs(search.program);
  const solved = solveByCones(program, search.kernels, wholeOf(program));
  search.iterations += solved.iterations;
  if (solved.status !== "solved") return;
  const { x, z } = solved.point, reached = search.settled(x.subarray(0, search.program.size));
  const ofBlocks = sources.map((rows) => rows.map((own) => own.reduce((sum, row) => sum + z[row], 0)));
  const lengths = ofBlocks.map(([length]) => Math.max(0, length));
  const functions = ofBlocks.map(([, ...rest], k) => ({
    epigraph: k,
    slopes: Float64Array.from(rest, (multiplier) => -multiplier / lengths[k] || 0),
    length: lengths[k],
  }));
  search.judge({ x: reached, z: search.model.expand(z) }, () => functions);
  if (isSharpAt(search, reached)) searchByLargest(search, reached);
  else if (search.isOfObjective) searchByNewton(search, reached);
  else searchByCuts(search, { start: reached, lengths });
}

/**
 * Whether the functions bend so sharply at a point that a Newton step is useless. That is so if each function that
 * never exceeds its largest argument has a curvature times value above `SHARP` there, or none.
 */
function isSharpAt({ model }: TangentSearch, x: Float64Array): boolean {
  const sharp = model.supportsAt(x).flatMap(({ value, curvature }, k) =>
    model.epigraphs[k].cone.isBelowLargest ? [curvature === null || curvature.factor * Math.abs(value) > SHARP] : []
  );
  return sharp.length > 0 && sharp.every(Boolean);
}

/**
 * Solves the program with the largest argument in place of each function that lies below it, such as the worst loss for
 * an entropic risk. The two have the same optimum where the function is not smooth. Does nothing without a point near
 * the optimum or without such functions.
 */
export function searchByLargest(search: TangentSearch, near: Float64Array | null): void {
  const { program, kernels: { linearAlgebra } } = search;
  const model = new TangentModel(program, linearAlgebra, ({ isBelowLargest }) => isBelowLargest);
  if (near === null || model.epigraphs.length === 0) return;
  const supports = model.supportsAt(near);
  const cuts = supports.flatMap(({ slopes }, k) =>
    Array.from(slopes.keys(), (i) => ({ epigraph: k, slopes: slopes.map((_, j) => j === i ? 1 : 0) }))
  );
  const { program: largest, expand } = model.cut(near, {
    supports,
    multipliers: model.epigraphs.map(() => 0),
    cuts,
  });
  const { point } = search.solve(largest, near);
  if (point === null) return;
  const reached = expand(point), first = point.z.length - cuts.length;
  const used = cuts.map((cut, k) => ({ ...cut, length: Math.max(0, point.z[first + k]) }));
  const whole = model.withFunctions({ x: search.settled(reached.x), z: reached.z }, used);
  search.judge(whole, () => [], { isPreferred: true });
}
