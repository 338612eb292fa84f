/**
 * Prints which files of the solver one solve of 20 assets runs, as a JSON array of paths below `src/optimization`. Run
 * by a test in a process of its own, because functions are counted from its start:
 * `deno run --allow-read --allow-env --allow-sys tests/support/files_of_solve.ts min_cvar`.
 */
import { Session } from "node:inspector/promises";

/** The rooms of the solver: what makes programs and what asks for answers is not of it. */
const ROOMS = /^(presolve|engines|ways|refine|certify|rescues)\/|^solve_program\.ts$/;
const BELOW = "/src/optimization/";

const [methodId = ""] = Deno.args;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { loadKernels } = await import("../../src/kernels/mod.ts");
const { problemOf, sampleMarketOf, solveBy } = await import("./sample_problem.ts");
const kernels = await loadKernels(null), problem = problemOf(sampleMarketOf(20), {});
// What modules call while they are loaded is left out.
await session.post("Profiler.takePreciseCoverage");
solveBy(methodId, problem, { kernels });
const { result } = await session.post("Profiler.takePreciseCoverage");
const files = result.flatMap(({ url, functions }) => {
  const [, path = ""] = url.split(BELOW);
  const isRun = functions.some(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0);
  return isRun && ROOMS.test(path) ? [path] : [];
});
// deno-lint-ignore no-console
console.log(JSON.stringify(files.toSorted()));
session.disconnect();
