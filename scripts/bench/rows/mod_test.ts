import assert from "node:assert/strict";
import { loadKernels } from "../../../src/kernels/mod.ts";
import { objectiveAt } from "../../../tests/support/objective_at.ts";
import { IS_FULL_RUN, testedCases } from "../../../tests/support/tier.ts";
import { wholeOf } from "../../../src/optimization/presolve/reduction.ts";
import { solveByCones } from "../../../src/optimization/engines/solve_by_cones.ts";
import { factorMarket } from "../factor_market.ts";
import { type BenchRow, isRunByWorker, type PoolRow, type WorkerRow } from "../row.ts";
import { ROWS } from "./mod.ts";

const kernels = await loadKernels(null);
/** The small market, which is smaller still in the part of the tests. */
const RETURNS = factorMarket(IS_FULL_RUN ? { assets: 20, observations: 120 } : { assets: 12, observations: 60 });
/**
 * Largest relative difference between the objective of a benchmark row and that of the conic solver. The conic solver
 * stops at a gap of 1e-10 of an objective scaled to size 1; the relative error of a square root is half of that.
 */
const TOLERANCE = 1e-7;
const SHARE_OF_PATHS = 0.001;

for (const [shift, rows] of rowsByMethod().entries()) {
  for (const row of testedCases(rows, { shift, share: 8 })) {
    isRunByWorker(row) ? testOfWorkerRow(row) : testOfPoolRow(row);
  }
}

function testOfPoolRow(row: PoolRow): void {
  Deno.test(`benchmark row ${row.id}: on a small market its optimum is proven, or its simulation gives wealth`, async () => {
    const work = row.open(RETURNS, SHARE_OF_PATHS);
    try {
      const judge = await work.run();
      const { objective, proven_optimal } = judge();
      // A benchmark row of a simulation has nothing to prove. A median of growing wealth shows that the simulation ran.
      if (row.id.startsWith("monte carlo")) assert.ok(proven_optimal === null && (objective ?? 0) > 0.5);
      else assert.equal(proven_optimal, true);
    } finally {
      work.close();
    }
  });
}

function testOfWorkerRow(row: WorkerRow): void {
  Deno.test(`benchmark row ${row.id}: on a small market its optimum is proven and agrees with the conic solver's`, async () => {
    const work = row.prepare(RETURNS, kernels), judge = await work.run();
    const { objective, proven_optimal } = judge();
    if (work.programs.length === 0) return assert.equal(proven_optimal, isProgram(row.id) ? true : null);
    assert.equal(proven_optimal, true);
    const optima = work.programs.map((program) => {
      const solved = solveByCones(program, kernels, wholeOf(program));
      assert.ok(solved.status === "solved");
      return objectiveAt(program, solved.point.x);
    });
    const expected = objectiveOf(row.id, optima);
    assert.ok(objective !== null && Math.abs(objective / expected - 1) < TOLERANCE, `${objective} is not ${expected}`);
  });
}

/**
 * Returns the benchmark rows with rules in one list for each method, and all others in a list of their own. Of rows
 * that differ in the size of their market alone, only the first is returned: on the small market they are the same.
 */
function rowsByMethod(): readonly BenchRow[][] {
  const sizes = / [nT]=\d+/g;
  const distinct = new Map([...ROWS].reverse().map((row) => [row.id.replaceAll(sizes, ""), row]));
  const ofMethods = Map.groupBy([...distinct.values()].reverse(), ({ id }) => /^rules \S+/.exec(id)?.[0]);
  return [...ofMethods.values()];
}

/** Whether a benchmark row solves optimisation programs, also those that the conic solver cannot solve. */
function isProgram(id: string): boolean {
  return /^(rules|exact|ranges|min_gini|min_evar|risk_parity|mean_risk)/.test(id);
}

/** Returns the objective that a benchmark row shows, computed from the optimal values of its optimisation programs. */
function objectiveOf(id: string, optima: readonly number[]): number {
  const [first] = optima;
  if (id.startsWith("efficient frontier")) {
    return optima.reduce((sum, half) => sum + Math.sqrt(2 * half * 252), 0) / optima.length;
  }
  if (["min_volatility", "min_semideviation", "min_ulcer"].some((start) => id.startsWith(start))) {
    return Math.sqrt(2 * first);
  }
  if (!id.startsWith("max_sharpe")) return first;
  return Math.max(...kernels.statistics.means(RETURNS).map(Math.abs)) / Math.sqrt(2 * first);
}
