import type { Kernels } from "../../../kernels/mod.ts";
import type { Program } from "../../program/program.ts";
import { polish } from "../../refine/polish.ts";
import { type ProgramAnswer, withCertificate, withoutPoint } from "../../certify/program_answer.ts";
import type { ProgramOptions } from "../../program_options.ts";
import { searchByCones, searchByLargest } from "./search_by_cones.ts";
import { searchByCuts } from "./search_by_cuts.ts";
import { searchByLogarithms } from "./search_by_logarithms.ts";
import { searchByNewton } from "./search_by_newton.ts";
import { searchByRays } from "./search_by_rays.ts";
import type { Way } from "../way.ts";
import { TangentSearch } from "./tangent_search.ts";

/**
 * Solves min ½ x'Px + q'x with epigraphs t ≥ ρ(Ax) of sublinear functions ρ by tangents. A tangent lies nowhere above
 * ρ, so multipliers of a program with tangents prove the same bound for the program itself. Functions in the objective
 * alone are minimised by Newton's method, functions in limits by cuts. If that ends far from a proof, the search looks
 * for a ray, then calls the conic solver and continues from its point.
 */
export function solveByTangents(
  program: Program,
  { kernels, guess, ways }: { kernels: Kernels; ways: readonly Way[] } & Pick<ProgramOptions, "guess">,
): ProgramAnswer {
  const search = new TangentSearch(program, { kernels, ways });
  const start = guess?.().map((entry) => Number.isNaN(entry) ? 0 : entry) ?? null;
  const searches = search.isOfObjective
    ? [
      () => searchByLogarithms(search, start),
      () => searchByNewton(search, search.lowest ?? start),
      () => search.isNear || searchByRays(search),
      () => searchByLargest(search, search.lowest),
      () => searchByCones(search),
      () => searchByCuts(search, {}),
      () => searchByNewton(search, search.lowest),
    ]
    : [
      () => searchByCuts(search, { start }),
      () => searchByCones(search),
      () => searchByCuts(search, {}),
    ];
  for (const searchOn of searches) {
    if (search.isDone) break;
    search.begin();
    searchOn();
  }
  return answerOf(search);
}

function answerOf({ program, kernels, verdict, best, solver, iterations }: TangentSearch): ProgramAnswer {
  if (verdict !== null) return verdict;
  if (best === null) return withoutPoint("not_proven", solver, iterations);
  if (best.status === "optimal") return { ...best, iterations };
  const polished = polish(program, best.point, kernels);
  return withCertificate(polished, { solver: best.solver, iterations: iterations + polished.iterations });
}
