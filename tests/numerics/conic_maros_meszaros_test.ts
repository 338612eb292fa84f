import assert from "node:assert/strict";
import { loadConicSolver } from "../../src/kernels/conic.ts";
import { solveConic } from "../../src/optimization/engines/solve_conic.ts";
import { agreedMarosMeszaros, hasMarosMeszaros, readMarosMeszaros } from "../support/maros_meszaros.ts";
import { IS_FULL_RUN, partOf } from "../support/tier.ts";
import { conicForm, difference } from "./conic_maros_meszaros.ts";

/** Required accuracy of objectives on problems on which the two reference solvers agree to 1e-7. */
const TOLERANCE = 1e-6;

/** Number of variables of the largest problem that is solved: a large one takes seconds. */
const MOST_VARIABLES = IS_FULL_RUN ? 1000 : 300;

const present = hasMarosMeszaros();
// deno-lint-ignore no-console
if (!present) console.log("The Maros-Meszaros problems are not on this machine: their tests are skipped");

Deno.test({
  name:
    "conic solver: Maros-Meszaros problems of at most 1000 variables reach the objective on which two solvers agree",
  ignore: !present,
  fn: async (test) => {
    const solver = loadConicSolver();
    const references = agreedMarosMeszaros(MOST_VARIABLES);
    assert.ok(references.length > 0);
    for (const reference of partOf(references)) {
      await test.step(reference.name, () => {
        const problem = readMarosMeszaros(reference);
        const { status, objective, x } = solveConic(solver, conicForm(problem));
        assert.match(status, /^(almost_)?optimal$/);
        assert.equal(x.length, problem.n);
        const off = difference(objective + problem.r, reference.objective);
        assert.ok(off <= TOLERANCE, `${objective + problem.r} is ${off} from ${reference.objective}`);
      });
    }
  },
});
