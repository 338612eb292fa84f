import assert from "node:assert/strict";
import { columnsOf, type Matrix, matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { volatilityOf } from "../../src/measures/portfolio_volatility.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { CLUSTER_MEASURES } from "../../src/optimization/hierarchy/cluster_measures.ts";
import { DISTANCES } from "../../src/optimization/hierarchy/distances/mod.ts";
import { layOut } from "../../src/optimization/hierarchy/dendrogram.ts";
import { LINKAGES } from "../../src/optimization/hierarchy/linkage.ts";
import { assetTree, clustersOf } from "../../src/optimization/methods/hierarchical/asset_tree.ts";
import type { Method } from "../../src/optimization/methods/method.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import fc from "../support/fast_check.ts";
import {
  type Market,
  marketOf,
  marketOfMoments,
  problemOf,
  randomNumbers,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../support/sample_problem.ts";
import { partOf, problemCount } from "../support/tier.ts";

const kernels = await loadKernels(null);
const HIERARCHICAL = [...METHODS].filter(({ group }) => group === "hierarchical").map(({ id }) => id);
const RUNS = { numRuns: problemCount(20) };

type Parameters = Readonly<Record<string, unknown>>;

function solve(method: string, market: Market, parameters: Parameters = {}, rules: Rules = {}): Solution {
  return solveBy(method, problemOf(market, rules), { kernels, parameters });
}

function weightsBy(method: string, market: Market, parameters: Parameters = {}, rules: Rules = {}): Float64Array {
  return weightsOfSolution(solve(method, market, parameters, rules));
}

/**
 * Fast-check arbitrary of weekly returns of up to 14 assets in three sectors, with volatilities up to ten times apart.
 */
const history = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  assets: fc.integer({ min: 1, max: 14 }),
  weeks: fc.integer({ min: 40, max: 80 }),
}).map(({ seed, assets, weeks }) => randomReturns(seed, assets, weeks));

const method = fc.constantFrom(...HIERARCHICAL);
const tree = fc.record({
  distance: fc.constantFrom(...DISTANCES.ids),
  linkage: fc.constantFrom(...LINKAGES),
});

Deno.test("the hierarchical methods are herc, hrp, nco and schur", () => {
  assert.deepEqual([...HIERARCHICAL].sort(), ["herc", "hrp", "nco", "schur"]);
});

Deno.test("hierarchical weights are at least 0 and sum to 1 to 1e-12 for every distance and linkage", () => {
  fc.assert(
    fc.property(history, method, tree, (returns, id, by) => {
      const { status, objective, certificate, weights } = solve(id, marketOf(returns), { ...by, ...mild(id) });
      assert.ok(weights && status === "computed" && objective === null && certificate === null);
      assert.ok(weights.every((weight) => weight >= 0) && Math.abs(sum(weights) - 1) <= 1e-12, `${id}: ${weights}`);
    }),
    { numRuns: problemCount(80, 12) },
  );
});

for (const id of ["hrp", "herc", "nco", "schur"]) {
  Deno.test(`${id} keeps any feasible weight bounds to 1e-9, and its weights sum to 1 to 1e-12`, () => {
    fc.assert(
      fc.property(history, tree, fc.integer({ min: 1, max: 1e6 }), (returns, by, seed) => {
        const market = marketOf(returns), constraints = { weight_bounds: meetableBounds(market, seed) };
        const problem = problemOf(market, { constraints });
        const weights = weightsBy(id, market, { ...by, ...mild(id) }, { constraints });
        assert.ok(largestBreach(weights, problem) <= 1e-9, `${weights}`);
        assert.ok(Math.abs(sum(weights) - 1) <= 1e-12, `${weights}`);
      }),
      { numRuns: problemCount(40, 8) },
    );
  });

  Deno.test(`weight bounds that do not bind leave the weights of ${id} unchanged`, () => {
    fc.assert(
      fc.property(history, (returns) => {
        const market = marketOf(returns), free = weightsBy(id, market, mild(id));
        const around = { min: Math.min(...free) * 0.999, max: Math.max(...free) * 1.001 };
        const bound = weightsBy(id, market, mild(id), { constraints: { weight_bounds: around } });
        assertSame(bound, free, 1e-12);
      }),
      RUNS,
    );
  });

  Deno.test(`${id} is infeasible where bounds rule out weights that sum to 1, and the conflict names budget and bounds`, () => {
    const market = marketOf(randomReturns(3, 5, 60));
    for (const weight_bounds of [{ max: 0.19 }, { min: 0.21 }]) {
      const problem = problemOf(market, { constraints: { weight_bounds } });
      const { status, weights, detail } = solveBy(id, problem, { kernels, parameters: mild(id) });
      assert.deepEqual([status, weights, detail], ["infeasible", null, "No weights meet all the rules"]);
      assert.deepEqual(findConflict(problem, kernels)?.rules.map(({ family }) => family), [
        "budget",
        "weight_bounds",
      ]);
    }
  });

  Deno.test(`${id} meets upper bounds whose sum falls short of 1 by 1e-10`, () => {
    const market = marketOf(randomReturns(3, 3, 60));
    const weights = weightsBy(id, market, mild(id), { constraints: { weight_bounds: { max: 0.3333333333 } } });
    assertSame(weights, [1 / 3, 1 / 3, 1 / 3], 1e-9);
  });
}

Deno.test("nco keeps any feasible bounds and limits of groups to 1e-9, whatever methods weigh inside and across", () => {
  const inside = fc.constantFrom(
    "min_volatility",
    "max_return",
    "min_cvar",
    "equal_weight",
    "hrp",
    "max_diversification",
  );
  fc.assert(
    fc.property(history, inside, inside, fc.integer({ min: 1, max: 1e6 }), (returns, inner, outer, seed) => {
      const market = marketOf(returns), constraints = meetableRules(market, seed);
      const { status, weights, detail } = solve("nco", market, { inner, outer }, { constraints });
      assert.ok(weights && status === "computed", `${detail}`);
      assert.ok(largestBreach(weights, problemOf(market, { constraints })) <= 1e-9, `${weights}`);
      assert.ok(Math.abs(sum(weights) - 1) <= 1e-12, `${weights}`);
      const told =
        /^The weights of .* were moved to the nearest that keep the rules|^The shares of the rules had not settled/;
      if (detail !== null) assert.match(detail, told);
    }),
    { numRuns: problemCount(80, 12) },
  );
});

Deno.test("under rules nco of one cluster is its inner method, and nco of single assets its outer method, under the same rules", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 1e6 }), (returns, seed) => {
      fc.pre(returns.columns > 1);
      const market = marketOf(returns), rules = { constraints: meetableRules(market, seed) };
      const calm = weightsBy("min_volatility", market, {}, rules);
      assertSame(weightsBy("nco", market, { clusters: 1 }, rules), calm, 1e-6);
      assertSame(weightsBy("nco", market, { clusters: returns.columns }, rules), calm, 1e-6);
    }),
    RUNS,
  );
});

Deno.test("under rules the outer method of nco gives the least volatile weights that its portfolios allow", () => {
  const market = marketOf(randomReturns(21, 8, 80));
  const half = { map: Object.fromEntries(market.assets.map((asset, i) => [asset, i % 2 === 0 ? "even" : "odd"])) };
  const constraints = { weight_bounds: { max: 0.22 }, groups: { ...half, rules: [{ group: "odd", min: 0.55 }] } };
  const problem = problemOf(market, { constraints }),
    weights = weightsBy("nco", market, { clusters: 3 }, { constraints });
  assert.ok(largestBreach(weights, problem) <= 1e-9);
  const free = weightsBy("nco", market, { clusters: 3 });
  assert.ok(largestBreach(free, problem) > 0.01, "the rules must bind");
  const least = volatilityOf(weights, market.covariance);
  const near = weightsBy("min_volatility", market, {}, { constraints });
  const clusters = clustersAlike(market, 3);
  for (const [a, left] of clusters.entries()) {
    for (const [b, right] of clusters.entries()) {
      if (a === b) continue;
      const [from, to] = [left, right].map((members) => members.reduce((all, i) => all + weights[i], 0));
      if (from < 1e-3 || to < 1e-3) continue;
      const moved = weights.slice();
      for (const i of left) moved[i] *= 1 - 1e-4 / from;
      for (const i of right) moved[i] *= 1 + 1e-4 / to;
      const isAllowed = largestBreach(moved, problem) <= 1e-9;
      assert.ok(!isAllowed || volatilityOf(moved, market.covariance) >= least - 1e-12, `from ${a} to ${b}`);
    }
  }
  assert.ok(least >= volatilityOf(near, market.covariance) - 1e-12);
  assert.ok(least <= 1.05 * volatilityOf(near, market.covariance));
});

Deno.test("nco says where weights of a formula were moved to keep the rules, and moves none that keep them", () => {
  const market = marketOf(randomReturns(22, 6, 80)), by = { clusters: 2, inner: "equal_weight", outer: "equal_weight" };
  const asset = market.assets[0], free = weightsBy("nco", market, by)[0];
  const bound = (limits: object) =>
    solve("nco", market, by, { constraints: { weight_bounds: { assets: { [asset]: limits } } } });
  const { weights, detail } = bound({ max: free / 2 });
  assert.ok(Math.abs((weights?.[0] ?? NaN) - free / 2) <= 1e-9, `${weights}`);
  assert.match(
    `${detail}`,
    /^The weights of equal_weight inside the clusters.* were moved to the nearest that keep the rules$/,
  );
  assert.equal(bound({ max: free + 1e-3 }).detail, null);
  const calm = solve("nco", market, { clusters: 2 }, { constraints: { weight_bounds: { max: 0.2 } } });
  assert.deepEqual([calm.status, calm.detail], ["computed", null]);
});

Deno.test("nco is infeasible where limits of groups rule out weights that sum to 1, and the conflict names them", () => {
  const market = marketOf(randomReturns(3, 6, 60));
  const map = Object.fromEntries(market.assets.map((asset, i) => [asset, i < 3 ? "first" : "last"]));
  const constraints = { groups: { map, rules: [{ group: "first", max: 0.4 }, { group: "last", max: 0.5 }] } };
  const problem = problemOf(market, { constraints });
  const { status, weights, detail } = solveBy("nco", problem, { kernels });
  assert.deepEqual([status, weights, detail], ["infeasible", null, "No weights meet all the rules"]);
  assert.deepEqual(findConflict(problem, kernels)?.rules.map(({ family, rule }) => rule ?? family), [
    "budget",
    "first",
    "last",
  ]);
});

Deno.test("nco says where the shares of the rules have not settled, and keeps the rules all the same", () => {
  const market = marketOf(randomReturns(348, 9, 60));
  const map = Object.fromEntries(market.assets.map((asset, i) => [asset, i % 2 === 0 ? "even" : "odd"]));
  const constraints = { weight_bounds: { max: 0.4 }, groups: { map, rules: [{ group: "odd", max: 0.1 }] } };
  const { status, weights, detail } = solve("nco", market, { clusters: 3 }, { constraints });
  assert.equal(status, "computed");
  assert.match(
    `${detail}`,
    /^The shares of the rules had not settled after 30 rounds: the last moved a weight by 0\.000\d+$/,
  );
  assert.ok(weights && largestBreach(weights, problemOf(market, { constraints })) <= 1e-9);
});

Deno.test("nco names the inner method that has no answer under the share of the rules", () => {
  const market = marketOf(randomReturns(23, 6, 80));
  const weight_bounds = { assets: { [market.assets[1]]: { max: 0 } } };
  const { status, detail } = solve("nco", market, { clusters: 1, inner: "risk_parity" }, {
    constraints: { weight_bounds },
  });
  assert.equal(status, "failed");
  assert.match(
    `${detail}`,
    /^Cannot weigh the cluster of "A0" and 5 more by risk_parity under the share of the rules: infeasible, /,
  );
});

/**
 * Fast-check arbitrary of a distance and a linkage without rank correlations, because these are often equal for short
 * histories.
 */
const untied = fc.record({ distance: fc.constantFrom("pearson", "absolute"), linkage: fc.constantFrom(...LINKAGES) });

Deno.test("reordering the assets reorders the hierarchical weights where no two distances are equal", () => {
  fc.assert(
    fc.property(history, method, untied, fc.integer({ min: 1, max: 1e6 }), (returns, id, by, seed) => {
      const random = randomNumbers(seed), keys = Array.from({ length: returns.columns }, random);
      const order = [...keys.keys()].sort((a, b) => keys[a] - keys[b]);
      const parameters = { ...by, ...mild(id) };
      const first = weightsBy(id, marketOf(returns), parameters);
      const second = weightsBy(id, marketOf(columnsOf(returns, order)), parameters);
      assertSame(second, order.map((i) => first[i]), id === "nco" ? 1e-5 : 1e-9);
    }),
    { numRuns: problemCount(40, 8) },
  );
});

Deno.test("scaling all returns by a constant leaves hierarchical weights unchanged", () => {
  fc.assert(
    fc.property(history, method, fc.constantFrom(1e-4, 0.1, 7, 1e3), (returns, id, factor) => {
      const scaled = matrix(returns.rows, returns.columns, returns.data.map((entry) => factor * entry));
      const tolerance = id === "nco" ? 1e-5 : 1e-9;
      assertSame(weightsBy(id, marketOf(scaled), mild(id)), weightsBy(id, marketOf(returns), mild(id)), tolerance);
    }),
    RUNS,
  );
});

for (const { id: risk_measure, needsHistory } of CLUSTER_MEASURES) {
  for (const id of ["hrp", "herc"]) {
    Deno.test(`${id} by ${risk_measure} weights two assets inversely to their risk, and risk contributions sum to 1`, () => {
      const two = marketOf(randomReturns(11, 2, 60)), many = marketOf(randomReturns(12, 9, 60));
      const measure = CLUSTER_MEASURES.get(risk_measure), registered = METHODS.get(id);
      assert.ok(measure && registered);
      const parsed = registered.parameters.parse({ risk_measure });
      assert.equal(registered.needs(parsed).history, needsHistory);
      const at = { problem: problemOf(two), parameters: measure.parameters.parse({}), kernels };
      const [a, b] = [[1, 0], [0, 1]].map((unit) => measure.value(Float64Array.from(unit), at));
      assertSame(weightsBy(id, two, { risk_measure }), [b / (a + b), a / (a + b)], 1e-12);
      const problem = problemOf(many), weights = weightsBy(id, many, { risk_measure });
      assert.ok(Math.abs(sum(weights) - 1) <= 1e-12);
      const shares = registered.riskContributions?.(problem, weights, parsed, kernels);
      assert.ok(shares && Math.abs(sum(shares) - 1) <= 1e-9, `${shares}`);
    });
  }
}

Deno.test("hrp and herc fail and name the asset or cluster whose risk measure is not above 0", () => {
  const rising = marketOf(matrix(40, 2, Float64Array.from({ length: 80 }, (_, k) => 0.01 + 0.001 * (k % 7))));
  const opposites = marketOf(matrix(
    40,
    4,
    Float64Array.from({ length: 160 }, (_, k) => {
      const t = Math.floor(k / 4), up = [0.01, -0.01, 0.02, -0.02][t % 4], other = [0.01, 0.02, -0.02, -0.01][t % 4];
      return [up, -up, other, 0.5 * other + 0.5 * up][k % 4];
    }),
  ));
  for (const id of ["hrp", "herc"]) {
    const cvar = solve(id, rising, { risk_measure: "cvar" });
    assert.equal(cvar.status, "failed");
    assert.match(`${cvar.detail}`, /^Cannot weigh "A0" by its cvar, which is -0\.01\d* and not above 0$/);
    const hedged = solve(
      id,
      opposites,
      id === "hrp" ? { distance: "absolute" } : { distance: "absolute", clusters: 2 },
    );
    assert.equal(hedged.status, "failed");
    assert.match(
      `${hedged.detail}`,
      /^Cannot weigh the cluster of "A0" and 1 more by its variance, which is 0 and not/,
    );
  }
});

Deno.test("every hierarchical method fails for an asset that never moves and names it", () => {
  const returns = randomReturns(5, 4, 50);
  const still = marketOf(matrix(50, 4, returns.data.map((entry, k) => k % 4 === 2 ? 0 : entry)));
  for (const id of HIERARCHICAL) {
    for (const distance of DISTANCES.ids) {
      const { status, detail, weights } = solve(id, still, { distance });
      assert.deepEqual([status, weights], ["failed", null]);
      assert.match(`${detail}`, /"A2"/, `${id} ${distance}`);
    }
  }
});

Deno.test("with identical assets hrp, herc and nco give weights that sum to 1, and schur does or explains its failure", () => {
  const returns = randomReturns(6, 4, 50);
  for (const order of [[0, 0], [0, 1, 0, 1], [0, 1, 2, 3, 0, 0, 0], [1, 1, 1, 1, 1]]) {
    const market = marketOf(columnsOf(returns, order));
    for (const id of ["hrp", "herc", "nco"]) {
      for (const linkage of LINKAGES) {
        const { status, detail, weights } = solve(id, market, { linkage });
        assert.equal(status, "computed", `${id}: ${detail}`);
        assert.ok(weights && Math.abs(sum(weights) - 1) <= 1e-9, `${id} ${linkage}: ${weights}`);
      }
    }
    const { status, detail, weights } = solve("schur", market);
    assert.ok(weights ? Math.abs(sum(weights) - 1) <= 1e-12 : status === "failed" && detail, `${detail}`);
  }
});

Deno.test("hierarchical methods hold a single asset whole and, except nco, split two assets inversely to their variances", () => {
  const one = marketOf(randomReturns(8, 1, 40)), two = marketOf(randomReturns(9, 2, 40));
  const [a, b] = [two.covariance.data[0], two.covariance.data[3]];
  for (const id of HIERARCHICAL) {
    assert.deepEqual([...weightsBy(id, one)], [1]);
    if (id !== "nco") assertSame(weightsBy(id, two), [b / (a + b), a / (a + b)], 1e-12);
  }
});

Deno.test("hierarchical methods need only moments, unless the distance needs a history", () => {
  const { expectedReturns, covariance } = marketOf(randomReturns(10, 6, 60));
  const rows = Array.from({ length: 6 }, (_, i) => [...covariance.data.subarray(6 * i, 6 * i + 6)]);
  const moments = marketOfMoments([...expectedReturns], rows);
  for (const id of HIERARCHICAL) {
    assertSame(weightsBy(id, moments), weightsBy(id, marketOf(randomReturns(10, 6, 60))), 1e-9);
    assert.equal(solve(id, moments, { distance: "kendall" }).detail, 'The distance "kendall" needs a history');
  }
});

Deno.test("schur of gamma 0 equals hrp, herc of one cluster inverse variance, and nco of trivial clusters one of its methods", () => {
  fc.assert(
    fc.property(history, (returns) => {
      fc.pre(returns.columns > 1);
      const market = marketOf(returns), n = returns.columns;
      assertSame(weightsBy("schur", market, { gamma: 0 }), weightsBy("hrp", market, { linkage: "ward" }), 1e-12);
      const inverse = market.assets.map((_, i) => 1 / market.covariance.data[i * n + i]);
      assertSame(weightsBy("herc", market, { clusters: 1 }), inverse.map((one) => one / sum(inverse)), 1e-12);
      const calm = weightsBy("min_volatility", market), equal = market.assets.map(() => 1 / n);
      assertSame(weightsBy("nco", market, { clusters: 1, outer: "equal_weight" }), calm, 1e-9);
      assertSame(weightsBy("nco", market, { clusters: n, inner: "equal_weight" }), calm, 1e-5);
      assertSame(weightsBy("nco", market, { clusters: n, outer: "equal_weight" }), equal, 1e-12);
    }),
    RUNS,
  );
});

Deno.test("herc and nco fail when asked for more clusters than assets", () => {
  const market = marketOf(randomReturns(3, 4, 40));
  for (const id of ["herc", "nco"]) {
    const { status, detail } = solve(id, market, { clusters: 5 });
    assert.deepEqual([status, detail], ["failed", "Cannot part 4 assets into 5 clusters: give at most 4"]);
  }
});

Deno.test("nco accepts as inner and outer method exactly the methods without required parameters, benchmark or start", () => {
  const market = marketOf(randomReturns(4, 8, 80));
  const nco: Method | undefined = METHODS.get("nco");
  assert.ok(nco);
  const solved = new Set(partOf(METHODS.ids));
  for (const { id, needs, parameters } of METHODS) {
    const parsed = parameters.safeParse({});
    const isTaken: boolean = nco.parameters.safeParse({ inner: id, outer: id }).success;
    const asks = !parsed.success || needs(parsed.data).startingPortfolio || needs(parsed.data).benchmark;
    assert.equal(isTaken, !asks && id !== "nco", id);
    if (!isTaken) continue;
    const own = nco.parameters.parse({ inner: id, outer: id });
    assert.equal(nco.needs(own).history, parsed.success && needs(parsed.data).history, id);
    if (!solved.has(id)) continue;
    const { status, weights, detail } = solve("nco", market, { clusters: 3, inner: id, outer: id });
    if (status === "failed") assert.match(`${detail}`, /^Cannot weigh .* by /, id);
    else assert.ok(weights && Math.abs(sum(weights) - 1) <= 1e-9, `${id}: ${detail}`);
  }
});

/**
 * Test helper. Returns the parameters of a hierarchical method: for `schur` a gamma that is small enough for random
 * markets, for other methods none.
 */
function mild(id: string): Parameters {
  return id === "schur" ? { gamma: 0.05 } : {};
}

/** Returns weight bounds around random weights that sum to 1, so they can be met. Some bounds fix a weight. */
function meetableBounds({ assets }: Market, seed: number): Record<string, unknown> {
  const random = randomNumbers(seed), drawn = assets.map(() => random() ** 2);
  const total = sum(drawn);
  return {
    assets: Object.fromEntries(assets.map((asset, i) => {
      const within = drawn[i] / total, kind = Math.floor(4 * random());
      const min = kind === 0 ? within : kind === 1 ? 0 : within * random();
      const max = kind === 0 ? within : kind === 2 ? 1 : within + (1 - within) * random() ** 3;
      return [asset, { min, max: Math.max(max, min) }];
    })),
  };
}

/** Test helper. Returns the clusters into which `nco` parts a market by default, as indices of assets. */
function clustersAlike(market: Market, count: number): readonly (readonly number[])[] {
  const tree = assetTree(problemOf(market), { distance: "pearson", linkage: "ward" }, kernels);
  assert.ok(typeof tree !== "string", `${tree}`);
  const nodes = clustersOf(tree, count), { order, starts, sizes } = layOut(tree.dendrogram);
  assert.ok(typeof nodes !== "string", `${nodes}`);
  return nodes.map((node) => [...order.subarray(starts[node], starts[node] + sizes[node])]);
}

/** Returns weight bounds and limits of two classifications around the same random weights, so they can be met. */
function meetableRules(market: Market, seed: number): Record<string, unknown> {
  const { assets } = market, random = randomNumbers(seed + 1), weight_bounds = meetableBounds(market, seed);
  const drawn = randomNumbers(seed), whole = assets.map(() => drawn() ** 2), total = sum(whole);
  const groups = ["one", "other"].map((name) => {
    const map = Object.fromEntries(assets.map((asset) => [asset, `${Math.floor(3 * random())}`]));
    const rules = [...new Set(Object.values(map))].map((group) => {
      const within = sum(whole.filter((_, i) => map[assets[i]] === group)) / total, kind = Math.floor(4 * random());
      const min = kind === 0 ? within : within * random();
      return { group, min, max: kind === 0 ? within : kind === 1 ? 1 : within + (1 - within) * random() ** 3 };
    });
    return { name, map, rules };
  });
  return { weight_bounds, groups };
}

function randomReturns(seed: number, assets: number, weeks: number): Matrix {
  const random = randomNumbers(seed), normal = () => random() + random() + random() + random() - 2;
  const own = Array.from({ length: assets }, () => ({ sector: Math.floor(3 * random()), size: 10 ** -random() }));
  const returns = matrix(weeks, assets);
  for (let t = 0; t < weeks; t++) {
    const market = normal(), sectors = [normal(), normal(), normal()];
    own.forEach(({ sector, size }, i) => {
      returns.data[t * assets + i] = 0.05 * size * (0.5 * market + 0.6 * sectors[sector] + normal());
    });
  }
  return returns;
}

function assertSame(actual: Float64Array, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  const away = actual.reduce((most, weight, i) => Math.max(most, Math.abs(weight - expected[i])), 0);
  assert.ok(away <= tolerance, `${actual} and ${Array.from(expected)} differ by ${away}`);
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

Deno.test("schur with too large a gamma fails and names the largest gamma, in hundredths, that works", () => {
  const problem = problemOf(sampleMarketOf(15));
  const { status, detail, weights } = solveBy("schur", problem, { kernels, parameters: { gamma: 1 } });
  assert.deepEqual([status, weights], ["failed", null]);
  const named = Number(
    /not positive definite: give a gamma of (0\.\d+), or a shrunk covariance$/.exec(detail ?? "")?.[1],
  );
  const statusAt = (gamma: number) => solveBy("schur", problem, { kernels, parameters: { gamma } }).status;
  assert.equal(statusAt(named), "computed", detail ?? "");
  assert.equal(statusAt(named + 0.01), "failed", detail ?? "");
});
