import type { Program } from "../../program/program.ts";
import { findRay, isRay } from "../find_ray.ts";
import type { ProgramAnswer } from "../../certify/program_answer.ts";
import { searchByRays } from "./search_by_rays.ts";
import type { Tangent } from "./tangent.ts";
import type { TangentSearch } from "./tangent_search.ts";
import { SHORTEST_STEP } from "../../engines/accuracy.ts";

/** Most models with the cuts so far that are solved. */
const MOST_ROUNDS = 60;

/**
 * Rounds with curvature in the objective. It may lead to points about which the cuts say nothing, so later rounds leave
 * it out.
 */
const CURVED_ROUNDS = 25;

/**
 * Adds the tangents at each point as cuts, with the curvature at the last point in the objective (Kelley (1960), The
 * cutting-plane method, Journal of the SIAM 8). It is for functions in limits, and for objectives where Newton's method
 * does not converge.
 */
export function searchByCuts(
  search: TangentSearch,
  { start = null, lengths }: { readonly start?: Float64Array | null; readonly lengths?: readonly number[] },
): void {
  const { epigraphs } = search.model;
  let centre = search.settled(start ?? search.best?.point.x ?? new Float64Array(search.program.size));
  let multipliers = lengths ?? epigraphs.map(({ cost }) => cost ?? 0), gathered: readonly Tangent[] = [];
  for (let round = 0, stalled = 0; round < MOST_ROUNDS && !search.isDoneAfter(stalled); round++) {
    const supports = search.model.supportsAt(centre);
    if (!supports.every(({ value }) => Number.isFinite(value))) return;
    const last = supports.map(({ slopes }, k) => ({ epigraph: k, slopes }));
    gathered = [...gathered, ...last];
    // Tangents at neighbouring points are nearly equal, and rows that are nearly equal leave a solver few digits.
    const cuts = stalled === 0 && search.isNear ? last : gathered;
    const bends = round < CURVED_ROUNDS ? multipliers : epigraphs.map(() => 0);
    const model = search.model.cut(centre, { supports, multipliers: bends, cuts });
    const answer = search.solve(model.program, centre);
    if (answer.status === "unbounded") {
      if (gathered.length === last.length) searchByRays(search);
      if (search.verdict !== null) return;
      const added = cutsAlongRay(search, model.program, answer);
      if (added === null) return;
      gathered = [...gathered, ...added];
      continue;
    }
    if (answer.status === "infeasible" || answer.point === null) {
      search.verdict ??= answer.status === "infeasible" || search.best === null ? answer : null;
      return;
    }
    const { point } = answer, firstCut = point.z.length - cuts.length;
    const reached = model.expand(point), x = search.settled(reached.x);
    const used = cuts.map((cut, k) => ({ ...cut, length: Math.max(0, point.z[firstCut + k]) }));
    multipliers = epigraphs.map((_, k) =>
      used.reduce((sum, { epigraph, length }) => epigraph === k ? sum + length : sum, 0)
    );
    const before = search.excess;
    search.judge({ x, z: reached.z }, () => used);
    search.judge({ x, z: reached.z }, (at) => search.touching(at, multipliers));
    stalled = search.excess < before ? 0 : stalled + 1;
    centre = within(search, centre, x);
  }
}

/**
 * Returns the point farthest towards x at which all functions are defined, by halving the step. Returns the centre if
 * there is none.
 */
function within(search: TangentSearch, centre: Float64Array, x: Float64Array): Float64Array {
  for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
    const at = search.settled(centre.map((entry, j) => entry + share * (x[j] - entry)));
    if (search.objective(at) < Infinity && search.model.supportsAt(at).every(({ value }) => value < Infinity)) {
      return at;
    }
  }
  return centre;
}

/**
 * Returns cuts against a ray of the model. Returns null if the model has no ray, or if its ray is one of the program
 * itself, which is then the verdict `unbounded`.
 */
function cutsAlongRay(
  search: TangentSearch,
  program: Program,
  answer: ProgramAnswer,
): readonly Tangent[] | null {
  const ray = findRay(program, search.kernels);
  if (ray === null) return null;
  const { rows } = search.program, along = rows.evaluate(ray).map((entry, i) => entry - rows.constant[i]);
  const supports = search.model.epigraphs.map(({ cone, block }) => cone.supportAt(along, block));
  search.model.epigraphs.forEach(({ variable }, k) => ray[variable] = supports[k].value);
  if (isRay(search.program, ray)) {
    search.verdict = { ...answer, iterations: search.iterations };
    return null;
  }
  return supports.flatMap(({ slopes }, k) => slopes.every(Number.isFinite) ? [{ epigraph: k, slopes }] : []);
}
