/**
 * Solves the random programs of the seeds in the file that its argument names, and prints a line of JSON for each. It
 * runs in a process of its own, in which an import map has replaced parts of the solver.
 */
import { loadKernels } from "../../../src/kernels/mod.ts";
import { solveBy } from "../../../tests/support/sample_problem.ts";
import { problemOfProgram } from "../programs/accuracy_program.ts";
import { wideProgram } from "../programs/wide_program.ts";
import type { SolvedSeed } from "./solved_seed.ts";

/** Runs of a program, of which the quickest counts. */
const RUNS = 3;
/** Milliseconds after which a program is not run again. */
const SLOW_MS = 200;

const [path = ""] = Deno.args;
const seeds: readonly number[] = JSON.parse(await Deno.readTextFile(path));
/** Parts that the program at hand has asked: the modules that stand in their places note it. */
const asked = new Set<string>();
Object.assign(globalThis, { askedParts: asked });
const kernels = await loadKernels(null);
for (const seed of seeds) {
  asked.clear();
  const { method, parameters, ...program } = wideProgram(seed);
  const problem = problemOfProgram({ method, parameters, ...program });
  let status = "thrown", value: number | null = null, milliseconds = Infinity;
  for (let run = 0; run < RUNS && (run === 0 || milliseconds < SLOW_MS); run++) {
    const started = performance.now();
    try {
      const answer = solveBy(method, problem, { kernels, parameters });
      [status, value] = [answer.status, answer.objective?.value ?? null];
    } catch (error) {
      // What a part that is missing leaves undone may throw: that is what the table is to tell.
      status = `thrown: ${error instanceof Error ? error.message : String(error)}`;
    }
    milliseconds = Math.min(milliseconds, performance.now() - started);
  }
  const line: SolvedSeed = { seed, method, status, value, milliseconds, asked: [...asked] };
  // deno-lint-ignore no-console
  console.log(JSON.stringify(line));
}
