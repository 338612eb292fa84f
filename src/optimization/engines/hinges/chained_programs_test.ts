import assert from "node:assert/strict";
import { breachOf, chainAsFree, chainedProgram, unchained } from "../../../../tests/support/hinge_programs.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { HingeAnswer } from "./hinge_program.ts";

const { hinges } = await loadKernels(null);
const OPTIONS = { tolerance: 1e-10, maxIterations: 40 };

Deno.test("eliminating a chain of variables gives the optimum of the whole program", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const program = chainedProgram(seed), whole = unchained(program);
    const answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    const breach = breachOf(whole, {
      ...answer,
      x: Float64Array.from([...answer.x, ...answer.chain]),
      ...chainAsFree(answer),
    });
    assert.ok(breach < 1e-7, `seed ${seed}: ${breach}`);
  }
});

Deno.test("a variable of a chain with two dense rows is refused", () => {
  const program = chainedProgram(1), T = program.k.length;
  program.chain?.limits.before.fill(1, 1, T);
  assert.throws(() => hinges.solve(program, OPTIONS), RangeError);
});

Deno.test("a rough answer is offered once, and is returned if it is enough", () => {
  const program = chainedProgram(1), asked: HingeAnswer[] = [];
  const isEnough = (answer: HingeAnswer): boolean => asked.push(answer) > 0;
  const rough = hinges.solve(program, { ...OPTIONS, rough: { tolerance: 1e-3, isEnough } });
  const refined = hinges.solve(program, { ...OPTIONS, rough: { tolerance: 1e-3, isEnough: () => false } });
  const whole = hinges.solve(program, OPTIONS);
  assert.equal(asked.length, 1);
  assert.equal(rough.status, "rough");
  assert.ok(rough.iterations < whole.iterations);
  assert.deepEqual(refined, whole);
});

Deno.test("any starting point gives an optimum, and one near the optimum takes fewer iterations", () => {
  let [fromNear, fromNowhere] = [0, 0];
  for (let seed = 1; seed <= problemCount(40, 10); seed++) {
    const program = chainedProgram(seed), n = program.q.length;
    const { x, iterations } = hinges.solve(program, OPTIONS);
    const near = hinges.solve(program, { ...OPTIONS, near: x.map((entry, j) => entry * (j % 2 === 0 ? 1.1 : 0.9)) });
    const far = hinges.solve(program, { ...OPTIONS, near: new Float64Array(n).fill(1e3) });
    const asIs = hinges.solve(program, { ...OPTIONS, near: new Float64Array(n) });
    for (const one of [near, far, asIs]) {
      assert.equal(one.status, "optimal", `seed ${seed}`);
      const breach = breachOf(unchained(program), {
        ...one,
        x: Float64Array.from([...one.x, ...one.chain]),
        ...chainAsFree(one),
      });
      assert.ok(breach < 1e-7, `seed ${seed}: ${breach}`);
    }
    fromNear += near.iterations;
    fromNowhere += iterations;
  }
  assert.ok(fromNear < fromNowhere, `${fromNear}, from nowhere ${fromNowhere}`);
});

Deno.test("bounds that fix a variable are kept when the solver starts near a point", () => {
  const program = chainedProgram(3), { lower, upper } = program;
  const at = hinges.solve(program, OPTIONS).x[0];
  lower[0] = upper[0] = at;
  const { status, x } = hinges.solve(program, { ...OPTIONS, near: new Float64Array(program.q.length).fill(0.1) });
  assert.equal(status, "optimal");
  assert.ok(Math.abs(x[0] - at) < 1e-8, `${x[0]}, kept at ${at}`);
});
