import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { dot } from "../../domain/matrix.ts";
import { Affine, type Program, type Variables } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { followingRows } from "./following_rows.ts";

const SIZE = 4;
const upTo = (most: number) => fc.integer({ min: 0, max: most }).map((count) => count / 4);
const signed = fc.integer({ min: -8, max: 8 }).map((count) => count / 4);
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: SIZE, maxLength: SIZE });

/** Weights between bounds whose sum, or a sum of shares of them, is given. */
const budgeted = fc.record({
  lower: several(fc.integer({ min: -2, max: 1 }).map((count) => count / 4)),
  room: several(upTo(8)),
  share: several(fc.integer({ min: 1, max: 4 }).map((count) => count / 2)),
  filled: upTo(4),
});

interface Budgeted {
  readonly lower: readonly number[];
  readonly room: readonly number[];
  readonly share: readonly number[];
  readonly filled: number;
}

function totalOf({ lower, room, share, filled }: Budgeted): number {
  return lower.reduce((sum, low, j) => sum + share[j] * (low + filled * room[j]), 0);
}

/** The vertices of the bounds and the budget: all weights but one at a bound, that one what the budget leaves. */
function vertices(budget: Budgeted): number[][] {
  const { lower, room, share } = budget, total = totalOf(budget), found: number[][] = [];
  for (let last = 0; last < SIZE; last++) {
    for (let k = 0; k < 2 ** SIZE; k++) {
      const x = lower.map((low, j) => j === last ? 0 : low + ((k >> j) % 2) * room[j]);
      x[last] = (total - x.reduce((sum, entry, j) => sum + share[j] * entry, 0)) / share[last];
      if (x[last] >= lower[last] - 1e-12 && x[last] <= lower[last] + room[last] + 1e-12) found.push(x);
    }
  }
  return found;
}

function programOf(budget: Budgeted, limit: (builder: ProgramBuilder, x: Variables) => void): Program {
  const builder = new ProgramBuilder(), x = builder.variables(SIZE);
  builder.bound(x, { lower: budget.lower, upper: budget.lower.map((low, j) => low + budget.room[j]) });
  builder.equal(x.dot(budget.share), Affine.constant(totalOf(budget)));
  limit(builder, x);
  return builder.build();
}

/** Whether each limit, in the order in which they were added, follows. */
function limitsFollowing(program: Program): boolean[] {
  const follows = followingRows(program);
  return program.blocks.flatMap(({ cone, firstRow }) =>
    cone.isLinear && !cone.isEquality ? [follows[firstRow] === 1] : []
  );
}

Deno.test("a limit is redundant beside bounds and a budget exactly if all their vertices keep it", () => {
  fc.assert(
    fc.property(budgeted, several(signed), signed, (budget, coefficients, limit) => {
      if (coefficients.every((value) => value === 0)) return;
      const program = programOf(budget, (builder, x) => builder.atMost(x.dot(coefficients), Affine.constant(limit)));
      const most = Math.max(...vertices(budget).map((vertex) => dot(vertex, coefficients)));
      if (Math.abs(most - limit) < 1e-9) return;
      assert.deepEqual(limitsFollowing(program), [most < limit], `${most} against ${limit}`);
    }),
    { numRuns: problemCount(2000, 300) },
  );
});

Deno.test("points that keep all limits that are not redundant keep every limit", () => {
  const limit = fc.record({ coefficients: several(fc.integer({ min: 0, max: 4 }).map((c) => c / 2)), most: upTo(12) });
  const loose = budgeted.map((budget) => ({ ...budget, lower: budget.lower.map(() => 0) }));
  fc.assert(
    fc.property(loose, fc.array(limit, { minLength: 1, maxLength: 5 }), several(upTo(8)), (budget, limits, x) => {
      const kept = limits.filter(({ coefficients }) => coefficients.some((value) => value !== 0));
      const builder = new ProgramBuilder(), weights = builder.variables(SIZE);
      builder.bound(weights, { lower: 0, upper: budget.room });
      for (const { coefficients, most } of kept) builder.atMost(weights.dot(coefficients), Affine.constant(most));
      const follows = limitsFollowing(builder.build());
      const isWithin = (k: number): boolean => dot(x, kept[k].coefficients) <= kept[k].most + 1e-12;
      if (x.some((entry, j) => entry > budget.room[j])) return;
      const keepsRest = kept.every((_, k) => follows[k] || isWithin(k));
      if (keepsRest) assert.ok(kept.every((_, k) => isWithin(k)));
    }),
    { numRuns: problemCount(3000, 400) },
  );
});

Deno.test("of proportional limits only the tightest is not redundant, and of equal ones only the first", () => {
  const builder = new ProgramBuilder(), x = builder.variables(2, 0, 1);
  for (const [factor, most] of [[1, 1.5], [2, 1.6], [0.5, 0.4], [1, 0.8]]) {
    builder.atMost(x.dot([factor, 2 * factor]), Affine.constant(most));
  }
  assert.deepEqual(limitsFollowing(builder.build()), [true, false, true, true]);
});

Deno.test("a cap on a homogenised weight is redundant where it is no less than the budget", () => {
  const builder = new ProgramBuilder(), y = builder.variables(3, 0), scale = builder.variables(1, 0).at(0);
  builder.scaleBy(scale);
  builder.atMost(Affine.constant(1), y.dot([0.1, 0.2, 0.3]));
  builder.equal(y.sum(), scale);
  for (const cap of [1, 0.4]) builder.atMost(y.at(0), scale.times(cap));
  assert.deepEqual(limitsFollowing(builder.build()), [false, true, false]);
});
