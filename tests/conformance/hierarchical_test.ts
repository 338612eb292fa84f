import assert from "node:assert/strict";
import { columnsOf, type Matrix, matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { CLUSTER_MEASURES } from "../../src/optimization/hierarchy/cluster_measures.ts";
import { DISTANCES } from "../../src/optimization/hierarchy/distances/mod.ts";
import { LINKAGES } from "../../src/optimization/hierarchy/linkage.ts";
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

for (const id of ["hrp", "herc", "schur"]) {
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
