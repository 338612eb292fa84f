import { epigraphSettler } from "../../program/norm_settlers.ts";
import { Variables } from "../../program/variables.ts";
import { directionsOf, isRay } from "../find_ray.ts";
import { hasChain } from "../../program/has_chain.ts";
import { withoutPoint } from "../../certify/program_answer.ts";
import { straighten } from "../../refine/straighten.ts";
import type { TangentSearch } from "./tangent_search.ts";

/**
 * Looks for a ray, and sets the verdict `unbounded` if it finds one. A function of degree one is its own recession
 * function, so the steepest direction that the limits allow minimises the same functions over steps of at most 1. Sums
 * of logarithms, which have no tangent at a direction, and running maxima are left to cuts.
 */
export function searchByRays(search: TangentSearch): void {
  const { program, model: { epigraphs } } = search;
  if (hasChain(program) || epigraphs.some(({ cone }) => cone.logarithms !== undefined)) return;
  const directions = directionsOf(program), { rows, lower, upper } = directions;
  const values = new Set(epigraphs.map(({ variable }) => variable));
  if (lower.every((low, j) => values.has(j) || low === upper[j])) return;
  const settlers = epigraphs.map(({ block: { firstRow, rows: count }, variable, cone }) =>
    epigraphSettler(new Variables(variable, 1), rows.slice(firstRow, count), cone)
  );
  const { point } = search.solve({ ...directions, settlers }, new Float64Array(program.size));
  if (point === null) return;
  if (!isRay(program, point.x) && !isRay(program, straighten(directions, point.x))) return;
  search.verdict = withoutPoint("unbounded", search.solver, search.iterations);
}
