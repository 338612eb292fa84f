import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import { marketOfMoments, problemOf, randomNumbers, solveBy } from "../../../../tests/support/sample_problem.ts";
import { minimiseVolatility } from "../../methods/mean_variance/min_volatility.ts";
import { searchWeights, supportRulesOf, withSearch } from "../../weights/search_weights.ts";
import { weightProgram } from "../../weights/weight_program.ts";
import { OpenNodes } from "./open_nodes.ts";
import { searchSupports } from "./search_supports.ts";
import { solveProgram } from "../../solve_program.ts";
import { LONG, openSupport, OUT, propagate, SHORT } from "./support.ts";

const kernels = await loadKernels(null);

/** Assets that move alike, each with as much of its own. */
function alikeMarket(count: number, correlation: number) {
  return marketOfMoments(
    Array.from({ length: count }, (_, i) => 0.001 + 1e-5 * i),
    Array.from(
      { length: count },
      (_, i) => Array.from({ length: count }, (_, j) => i === j ? 4e-4 : 4e-4 * correlation),
    ),
  );
}

Deno.test("a search over assets that are all alike is proven in fewer than 100 nodes", () => {
  for (const correlation of [0, 0.4]) {
    const problem = problemOf(alikeMarket(30, correlation), { constraints: { cardinality: { max: 10 } } });
    const { status, certificate, objective } = solveBy("min_volatility", problem, { kernels });
    assert.equal(status, "optimal");
    assert.ok((certificate?.search?.nodes ?? Infinity) < 100, `${certificate?.search?.nodes} nodes`);
    const least = Math.sqrt(4e-4 * (0.1 + 0.9 * correlation));
    assert.ok(Math.abs((objective?.value ?? NaN) - least) <= 1e-7 * least, `${objective?.value} against ${least}`);
  }
});

Deno.test("a search that is cut short has its best weights, a bound, and the gap between them", () => {
  const random = randomNumbers(3), n = 14;
  const factors = Array.from({ length: n }, () => [0.01 + 0.01 * random(), 0.01 * random(), 0.01 * random()]);
  const market = marketOfMoments(
    Array.from({ length: n }, () => 0.001 * random()),
    factors.map((f, i) => factors.map((g, j) => f.reduce((sum, x, k) => sum + x * g[k], 0) + (i === j ? 2e-4 : 0))),
  );
  const problem = problemOf(market, { constraints: { cardinality: { max: 4 }, min_position: 0.1 } });
  const rules = supportRulesOf(problem);
  assert.ok(rules);
  const lowered = weightProgram(problem), { slope } = minimiseVolatility(lowered, problem, kernels);
  const program = lowered.program.build(), { weights } = lowered;
  const all = searchWeights({ program, weights, rules, limit: null, kernels }, undefined);
  assert.equal(all.status, "optimal");
  assert.ok(all.best);
  const solve = (one: typeof program) => solveProgram(one, kernels);
  for (const isFoundAt of [true, false]) {
    const isSpent = ({ isFound }: { readonly isFound: boolean }): boolean => isFound === isFoundAt;
    const options = { relax: solve, solve, bound: () => -Infinity, nodesAtMost: 1000, isSpent };
    const spent = searchSupports({ program, weights, rules }, options);
    assert.ok(spent.best !== null && (isFoundAt ? spent.nodes < all.nodes : spent.status === "optimal"));
  }
  for (const nodesAtMost of [1, 2, 3, 5, 9]) {
    const options = { relax: solve, solve, bound: () => -Infinity, nodesAtMost };
    const cut = searchSupports({ program, weights, rules }, options);
    assert.ok(cut.best && cut.nodes <= nodesAtMost + 2);
    assert.ok(cut.bound <= all.best.value && all.best.value <= cut.best.value * (1 + 1e-9));
    assert.equal(cut.status, cut.gap <= 1e-6 ? "optimal" : "not_proven");
    if (cut.status === "optimal") continue;
    const told = withSearch(solveBy("min_volatility", problem, { kernels }), cut, slope);
    assert.equal(told.status, "not_proven");
    assert.match(told.detail ?? "", /ended after \d+ programs: other holdings may be better by/);
    assert.equal(told.certificate?.provenOptimal, false);
    assert.ok((told.certificate?.search?.bound ?? Infinity) <= Math.sqrt(2 * all.best.value) * (1 + 1e-9));
    const open = { ...cut, bound: -Infinity, gap: Infinity };
    const openTold = withSearch(solveBy("min_volatility", problem, { kernels }), open, slope);
    assert.match(openTold.detail ?? "", /: it is not yet known how much better other holdings may be$/);
    assert.equal(openTold.certificate?.search?.bound, null);
  }
});

Deno.test("the bound of a search allows for the duality gap of the certificate of its weights", () => {
  const problem = problemOf(alikeMarket(6, 0.3), { constraints: { cardinality: { max: 3 } } });
  const rules = supportRulesOf(problem);
  assert.ok(rules);
  const lowered = weightProgram(problem), { slope } = minimiseVolatility(lowered, problem, kernels);
  const program = lowered.program.build(), { weights } = lowered;
  const found = searchWeights({ program, weights, rules, limit: null, kernels }, undefined);
  const solution = solveBy("min_volatility", problem, { kernels });
  assert.ok(found.best && solution.certificate && solution.objective);
  const open = { ...solution, certificate: { ...solution.certificate, dualityGap: 0.1 } };
  const bound = withSearch(open, found, slope).certificate?.search?.bound ?? NaN;
  const least = Math.sqrt(2 * 0.9 * found.best.value);
  assert.ok(Math.abs(bound - least) <= 1e-9 * least, `${bound} against ${least}`);
});

Deno.test("bounds decide which assets may be held long or short, and counts then force or exclude assets", () => {
  const bounds = { lower: Float64Array.of(0, -0.5, 0.2, -0.01, 0), upper: Float64Array.of(1, 0.5, 1, 0.01, 0.01) };
  const weights = weightProgram(problemOf(alikeMarket(5, 0))).weights;
  const support = openSupport(bounds, weights, 0.05);
  assert.deepEqual([...support], [OUT | LONG, OUT | LONG | SHORT, LONG, OUT, OUT]);
  const count = (min: number, max: number) => ({ rule: null, members: new Float64Array(5).fill(1), min, max });
  const few = support.slice(), many = support.slice();
  assert.ok(propagate(few, [count(0, 1)]));
  assert.deepEqual([...few], [OUT, OUT, LONG, OUT, OUT]);
  assert.ok(propagate(many, [count(3, 5)]));
  assert.deepEqual([...many], [LONG, LONG | SHORT, LONG, OUT, OUT]);
  assert.ok(!propagate(support.slice(), [count(4, 5)]));
  assert.ok(!propagate(support.slice(), [count(0, 0)]));
});

Deno.test("open nodes are taken by their lowest bound, the newest first among equal ones", () => {
  const nodes = new OpenNodes<number>(), random = randomNumbers(9);
  const bounds = Array.from({ length: 200 }, () => Math.floor(20 * random()));
  bounds.forEach((bound, k) => nodes.add(k, bound));
  const taken = Array.from({ length: 200 }, () => nodes.take() ?? -1);
  const sorted = Array.from(bounds.keys()).sort((a, b) => bounds[a] - bounds[b] || b - a);
  assert.deepEqual(taken, sorted);
  assert.equal(nodes.take(), null);
});
