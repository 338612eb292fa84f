import assert from "node:assert/strict";
import { largestBreach } from "../../../src/optimization/program/constrain_by_rules.ts";
import { RISK_MEASURES } from "../../../src/optimization/risk/mod.ts";
import { OPTIMISERS } from "../../../tests/support/objectives.ts";
import { CONSTRAINT_FAMILIES } from "../../../src/optimization/constraints/mod.ts";
import { problemOfProgram } from "./accuracy_program.ts";
import { breachesAt } from "./plain_rules.ts";
import { randomProgram } from "./random_program.ts";
import { wideProgram } from "./wide_program.ts";
import { OF_TREES } from "./wider_draws.ts";
import { readProgram } from "./read_program.ts";

/** Seed of a random program that limits the number of holdings in several groups, one of which has no asset. */
const OF_NO_GROUP = 1104271;
const WIDE = [...Array.from({ length: 1000 }, (_, k) => k + 1), OF_NO_GROUP].map((seed) => wideProgram(seed));
const PROGRAMS = Array.from({ length: 300 }, (_, k) => randomProgram(k + 1));

Deno.test("a seed gives the same random program each time, and the program survives a round trip through JSON", () => {
  for (const program of PROGRAMS.slice(0, 50)) {
    assert.deepEqual(randomProgram(program.seed), program);
    assert.deepEqual(JSON.parse(JSON.stringify(program)), program);
    const wide = wideProgram(program.seed);
    assert.deepEqual(wideProgram(program.seed), wide);
    assert.deepEqual(JSON.parse(JSON.stringify(wide)), wide);
  }
});

Deno.test("random programs cover every optimisation and tree method, constraint family, risk measure and kind of history", () => {
  const methods = new Set(WIDE.map(({ method }) => method));
  assert.deepEqual([...methods].toSorted(), [...OPTIMISERS, ...OF_TREES].toSorted());
  const families = new Set(WIDE.flatMap(({ rules }) => Object.keys(rules.constraints)));
  assert.deepEqual([...families].toSorted(), [...CONSTRAINT_FAMILIES.ids].toSorted());
  const measures = new Set(
    WIDE.filter(({ method }) => method === "mean_risk").map(({ parameters }) => parameters.measure),
  );
  assert.deepEqual([...measures].toSorted(), [...RISK_MEASURES.ids].toSorted());
  const kinds = new Set(PROGRAMS.flatMap(({ kinds }) => kinds));
  assert.deepEqual([...kinds].toSorted(), ["constants", "duplicates", "jump", "rank_one", "scales", "short_history"]);
});

Deno.test("every constraint of a random program passes the checks of a submission", () => {
  for (const program of [...PROGRAMS, ...WIDE]) {
    const problem = problemOfProgram(program);
    const context = {
      assets: problem.assets,
      hasStartingPortfolio: problem.startingWeights !== null,
      hasBenchmark: true,
      hasHistory: true,
      short: problem.short,
    };
    for (const rule of problem.rules) assert.deepEqual(rule.check(context), [], `seed ${program.seed}`);
  }
});

Deno.test("the known feasible point of a random program meets its constraints by two independent computations", () => {
  for (const program of [...PROGRAMS, ...WIDE]) {
    if (program.knownPoint === null) continue;
    const { problem, rules } = readProgram(program), point = Float64Array.from(program.knownPoint);
    const own = breachesAt(point, rules);
    // Coefficients of up to 1e6 make large sums, so each rule states its own rounding error as the tolerance.
    const rounding = Math.max(...own.map((one) => one.rounding));
    assert.ok(own.every((one) => one.breach <= one.rounding), `seed ${program.seed}`);
    assert.ok(largestBreach(point, problem) <= 2 * rounding, `seed ${program.seed}`);
  }
});

Deno.test("two independent computations of the largest constraint violation of the same weights agree", () => {
  for (const program of PROGRAMS) {
    if (program.method === "efficient_return") continue;
    const { problem, rules } = readProgram(program), count = problem.assets.length;
    const weights = Float64Array.from({ length: count }, (_, i) => (i % 3 - 0.6) * 1.7 / count);
    const breaches = breachesAt(weights, rules), rounding = Math.max(...breaches.map((one) => one.rounding));
    const worst = Math.max(0, ...breaches.map(({ breach }) => breach));
    const difference = Math.abs(worst - largestBreach(weights, problem));
    assert.ok(difference <= 1e-15 + 2 * rounding, `seed ${program.seed}: ${difference}`);
  }
});
