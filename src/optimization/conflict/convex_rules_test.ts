import assert from "node:assert/strict";
import {
  marketOfMoments,
  problemOf,
  type Rules,
  sampleMarketOf,
  solveBy,
} from "../../../tests/support/sample_problem.ts";
import { testedCases, testInTurn } from "../../../tests/support/tier.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { findConflict } from "./find_conflict.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(6);
const plain = problemOf(market);
const benchmark = { kind: "weights", weights: Float64Array.of(1, 0, 0, 0, 0, 0) } as const;
const [first] = market.assets;

/** The least that a risk may be, and the limit a little below and a little above it. */
function leastOf(method: string, parameters: Readonly<Record<string, unknown>> = {}, rules: Rules = {}): number {
  const { objective } = solveBy(method, problemOf(market, rules), { kernels, parameters });
  assert.ok(objective);
  return objective.value;
}

const capped = { weight_bounds: { assets: { [first]: { max: 0.5 } } } };
const LEAST_TRACKING = Math.sqrt(52) * leastOf("min_tracking_error", {}, { benchmark, constraints: capped });

/** A family with a limit that others leave no room for, and the limit that they do leave room for. */
const CASES: readonly {
  readonly name: string;
  readonly rule: string | null;
  readonly least: number;
  readonly withLimit: (limit: number) => Readonly<Record<string, unknown>>;
  readonly others: readonly string[];
}[] = [
  {
    name: "risk_limits",
    rule: "volatility",
    least: Math.sqrt(52) * leastOf("min_volatility"),
    withLimit: (max) => ({ risk_limits: [{ measure: "volatility", max }, { measure: "mad", max: 1 }] }),
    others: [],
  },
  {
    name: "risk_limits",
    rule: "cvar_0.9",
    least: leastOf("min_cvar", { confidence: 0.9 }),
    withLimit: (max) => ({
      risk_limits: [{ measure: "cvar", confidence: 0.9, max }, { measure: "cvar", confidence: 0.5, max: 1 }],
    }),
    others: [],
  },
  {
    name: "risk_limits",
    rule: "semideviation",
    least: leastOf("min_semideviation"),
    withLimit: (max) => ({ risk_limits: [{ measure: "semideviation", max }] }),
    others: [],
  },
  {
    name: "risk_limits",
    rule: "gini",
    least: leastOf("min_gini"),
    withLimit: (max) => ({ risk_limits: [{ measure: "gini", max }] }),
    others: [],
  },
  {
    name: "risk_limits",
    rule: "evar",
    least: leastOf("min_evar"),
    withLimit: (max) => ({ risk_limits: [{ measure: "evar", max }] }),
    others: [],
  },
  {
    name: "tracking_error",
    rule: null,
    least: LEAST_TRACKING,
    withLimit: (max) => ({ ...capped, tracking_error: { max } }),
    others: ["weight_bounds"],
  },
  {
    name: "concentration",
    rule: null,
    // Half in the first, a tenth in each of five others.
    least: 1 / (0.25 + 5 * 0.01),
    withLimit: (least) => ({
      weight_bounds: { assets: { [first]: { min: 0.5 } } },
      concentration: { min_effective_assets: least },
    }),
    others: ["weight_bounds"],
  },
];

for (const { name, rule, least, withLimit, others } of testedCases(CASES)) {
  Deno.test(
    testInTurn(
      `an unreachable limit on ${rule ?? name} conflicts, and its proposed change is the nearest reachable limit`,
      () => {
        const outwards = name === "concentration" ? 1.02 : 0.98;
        const conflict = findConflict(
          problemOf(market, { benchmark, constraints: withLimit(outwards * least) }),
          kernels,
        );
        assert.equal(conflict?.minimum, true);
        const named = conflict?.rules.filter(({ family }) => family !== "budget").map(({ family }) => family);
        const counted = named?.filter((family) => family === name || others.includes(family));
        assert.deepEqual(counted?.sort(), [...others, name].sort(), JSON.stringify(conflict?.rules));
        const own = conflict?.relaxation?.find((one) => one.family === name && one.rule === rule);
        assert.ok(
          own?.to !== null && own !== undefined && Math.abs(own.to / least - 1) < 1e-6,
          `${own?.to}, not ${least}`,
        );
        const relaxed = findConflict(problemOf(market, { benchmark, constraints: withLimit(own.to) }), kernels);
        assert.equal(relaxed, null, "the change told is not enough");
        assert.ok((conflict?.jointRelaxation ?? []).length > 0);
      },
    ),
  );

  Deno.test(`a limit on ${rule ?? name} that can just be kept conflicts with nothing`, () => {
    const inwards = name === "concentration" ? 1 - 1e-6 : 1 + 1e-6;
    assert.equal(
      findConflict(problemOf(market, { benchmark, constraints: withLimit(inwards * least) }), kernels),
      null,
    );
  });
}

Deno.test("limits on factor exposures conflict and get proposed changes as linear rules do", () => {
  const moments = marketOfMoments([0, 0], [[1, 0], [0, 1]]), [a, b] = moments.assets;
  const rules = [{ factor: "value", min: 0.5 }, { factor: "size", min: 0.8 }, { factor: "size2", max: 5 }];
  const loadings = { [a]: { value: 1, size2: 1 }, [b]: { size: 1 } };
  const conflict = findConflict(
    problemOf(moments, { constraints: { factor_exposure: { loadings, rules } } }),
    kernels,
  );
  const named = conflict?.rules.flatMap(({ family, rule }) => family === "factor_exposure" ? [rule] : []);
  assert.deepEqual(named, ["value", "size"]);
  assert.deepEqual(
    conflict?.relaxation?.flatMap(({ family, to }) => family === "factor_exposure" ? [to] : []),
    [0.2, 0.5],
  );
});

Deno.test("transaction costs and a minimum return that is reachable without costs conflict", () => {
  const constraints = {
    transaction_costs: { bps: 100 },
    min_return: 52 * Math.max(...plain.expectedReturns) - 0.1,
    weight_bounds: {},
  };
  const startingPortfolio = Object.fromEntries(market.assets.map((asset) => [asset, 1 / 6]));
  const conflict = findConflict(problemOf(market, { constraints, startingPortfolio }), kernels);
  const named = new Set(conflict?.rules.map(({ family }) => family));
  assert.ok(named.has("transaction_costs") && named.has("min_return"), JSON.stringify(conflict));
  const { transaction_costs: _, ...free } = constraints;
  assert.equal(findConflict(problemOf(market, { constraints: free, startingPortfolio }), kernels), null);
});

Deno.test("a conflict of a single risk limit is called smallest, however little work is allowed", () => {
  const least = leastOf("min_cvar", { confidence: 0.9 });
  const limit = { measure: "cvar", confidence: 0.9, max: 0.9 * least };
  const conflict = findConflict(problemOf(market, { constraints: { risk_limits: [limit] } }), kernels, { work: 1 });
  assert.deepEqual(conflict?.rules.map(({ rule }) => rule), [null, "cvar"], JSON.stringify(conflict));
  assert.equal(conflict?.minimum, true);
});
