import assert from "node:assert/strict";
import { DomainError } from "../../domain/errors.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Stopped } from "../../domain/stopped.ts";
import { judged } from "../certify/program_answer.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { OutOfWork } from "../work/work_budget.ts";
import { WAYS } from "./mod.ts";
import { solveInTurn } from "./solve_in_turn.ts";
import { Task, UNSOLVED, type Way } from "./way.ts";

const kernels = await loadKernels(null);

/** The least x + 2y with x + y = 1 and both at least 0: at x = 1. */
function task(): Task {
  const builder = new ProgramBuilder(), x = builder.variables(2, 0);
  builder.equal(x.sum(), Affine.constant(1));
  builder.minimize(x.dot([1, 2]));
  return new Task(builder.build(), kernels, {});
}

function way(id: string, solve: Way["solve"]): Way {
  return { id, suits: () => true, solve };
}

function throwing(error: Error): Way {
  return way("broken", () => {
    throw error;
  });
}

/** A way that says of a point that an engine has found it. */
function saying(id: string, point: (size: number) => Float64Array): Way {
  return way(
    id,
    ({ program }) =>
      judged(program, { x: point(program.size), z: new Float64Array(program.rows.length) }, {
        solver: "core",
        iterations: 1,
      }),
  );
}

Deno.test("a way that throws is passed over, and the certificate tells of it", () => {
  const { status, solver } = solveInTurn([throwing(new RangeError("out of its rows")), ...WAYS], task());
  assert.equal(status, "optimal");
  assert.match(solver, /^broken threw, [a-z ]+\/(core|clarabel)$/);
});

Deno.test("where every way throws nothing is proven, and the certificate tells of each", () => {
  const { status, point, solver } = solveInTurn([throwing(new Error("one")), throwing(new TypeError("two"))], task());
  assert.deepEqual([status, point, solver], ["not_proven", null, "broken threw, broken threw/none"]);
});

Deno.test("a way that answers what is no number, or what is no optimum, is not believed", () => {
  const least = solveInTurn(WAYS, task()).point?.x;
  for (const value of [NaN, Infinity, 0.5, -3]) {
    const lying = saying("lying", (size) => new Float64Array(size).fill(value));
    const { status, point, solver } = solveInTurn([lying, ...WAYS], task());
    assert.equal(status, "optimal", `${value}`);
    assert.deepEqual(point?.x, least, `${value}`);
    assert.doesNotMatch(solver, /lying/);
    assert.equal(solveInTurn([lying], task()).status, "not_proven", `${value}`);
  }
});

Deno.test("of unproven answers the nearest to a proof is kept, also where the last way has a worse one", () => {
  const at = (x: number) => saying(`at ${x}`, () => Float64Array.of(x, 0));
  for (const [values, best] of [[[0.5, 0.9], 0.9], [[0.9, 0.5], 0.9], [[NaN, 0.5], 0.5], [[0.5, NaN], 0.5]] as const) {
    const ways = values.map((value, k) => ({ ...at(value), ...k === 1 && { isLast: true as const } }));
    const { status, point } = solveInTurn(ways, task());
    assert.deepEqual([status, point?.x[0]], ["not_proven", best], `${values}`);
  }
});

Deno.test("a run that was stopped, or that has no memory or no work left, ends within a way", () => {
  const noMemory = new DomainError("out_of_memory", "No memory is left");
  for (const error of [new Stopped(), new OutOfWork(), noMemory]) {
    assert.throws(() => solveInTurn([throwing(error), ...WAYS], task()), (thrown) => thrown === error);
  }
});

Deno.test("the iterations of ways without an answer are counted", () => {
  const spent = solveInTurn([way("vain", () => ({ ...UNSOLVED, iterations: 7 })), ...WAYS], task());
  assert.equal(spent.iterations, 7 + solveInTurn(WAYS, task()).iterations);
});
