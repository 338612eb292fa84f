import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import { solveQuadratic } from "../../src/optimization/engines/solve_quadratic.ts";
import { agreedMarosMeszaros, hasMarosMeszaros, readMarosMeszaros } from "../support/maros_meszaros.ts";
import { IS_FULL_RUN, partOf } from "../support/tier.ts";
import { difference, objectiveOf, quadraticForm, violationOf } from "./quadratic_maros_meszaros.ts";

/** Required accuracy of objectives on problems on which the two reference solvers agree to 1e-7. */
const OBJECTIVE_TOLERANCE = 1e-6;
const FEASIBILITY_TOLERANCE = 1e-8;

/** Number of variables of the largest problem that is solved: a large one takes seconds. */
const MOST_VARIABLES = IS_FULL_RUN ? 1000 : 300;

const present = hasMarosMeszaros();
// deno-lint-ignore no-console
if (!present) console.log("The Maros-Meszaros problems are not on this machine: their tests are skipped");

Deno.test({
  name: "core: Maros-Meszaros problems of at most 1000 variables reach the objective on which two solvers agree",
  ignore: !present,
  fn: async (test) => {
    const { quadratic } = await loadKernels(null);
    const references = agreedMarosMeszaros(MOST_VARIABLES);
    assert.ok(references.length > 0);
    for (const reference of partOf(references)) {
      await test.step(reference.name, () => {
        const problem = readMarosMeszaros(reference);
        const { status, x } = solveQuadratic(quadratic, quadraticForm(problem));
        assert.equal(status, "optimal");
        const objective = objectiveOf(problem, x);
        const off = difference(objective, reference.objective);
        assert.ok(off <= OBJECTIVE_TOLERANCE, `${objective} is ${off} from ${reference.objective}`);
        const violation = violationOf(problem, x);
        assert.ok(violation <= FEASIBILITY_TOLERANCE, `a row is violated by ${violation}`);
      });
    }
  },
});
