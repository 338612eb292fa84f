import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import fc from "../../../tests/support/fast_check.ts";
import { marketOfMoments, problemOf, randomNumbers, type Rules } from "../../../tests/support/sample_problem.ts";
import { constrainByRules, largestBreach } from "../program/constrain_by_rules.ts";
import type { Problem } from "../problem.ts";
import { Affine, type Block } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { CONSTRAINT_FAMILIES } from "./mod.ts";

const moments = marketOfMoments([0.001, -0.002, 0.003, 0.0005], [
  [4e-4, 1e-4, 0, 0],
  [1e-4, 9e-4, 0, 0],
  [0, 0, 2e-4, 0],
  [0, 0, 0, 1e-4],
]);
const random = randomNumbers(5);
const market = {
  ...moments,
  returns: matrix(12, 4, Float64Array.from({ length: 48 }, () => 0.04 * (random() - 0.45))),
};
const [A0, A1, A2, A3] = market.assets;

const HELD = [0.5, 0.3, 0.15, 0.05];

/** Rules of every shape that a family has. A family added to the registry needs a line here. */
const RULES: Readonly<Record<string, readonly Rules[]>> = {
  weight_bounds: [
    { constraints: { weight_bounds: { min: 0.05, max: 0.6, assets: { [A1]: { max: 0.1 }, [A2]: { min: 0 } } } } },
    { constraints: { weight_bounds: { assets: { [A3]: { min: -0.2, max: 0.3 } } }, exposure: { short: true } } },
  ],
  groups: [
    {
      constraints: {
        groups: {
          map: { [A0]: "g", [A2]: "g", [A3]: "h" },
          rules: [{ group: "g", min: 0.3, max: 0.4 }, { group: "h", max: 0.1 }],
        },
      },
    },
    {
      constraints: {
        groups: [
          { name: "size", map: { [A0]: "large" }, rules: [{ group: "large", min: 0.2, max: 0.2 }] },
          { name: "place", map: { [A1]: "far", [A2]: "far" }, rules: [{ group: "far", min: 0.5 }] },
        ],
      },
    },
  ],
  linear: [{
    constraints: {
      linear: [
        { name: "pair", coefficients: { [A0]: 1, [A3]: -2 }, min: -0.1, max: 0.05 },
        { name: "exact", coefficients: { [A2]: 3 }, min: 0.4, max: 0.4 },
      ],
    },
  }],
  budget: [{ constraints: { budget: { min: 0.8, max: 1.1 } } }, { constraints: { budget: { max: 0.5 } } }, {
    constraints: { budget: {} },
  }],
  exposure: [
    { constraints: { exposure: { short: true, gross_max: 1.1, long_max: 0.7, short_max: 0.2 } } },
    { constraints: { exposure: { gross_max: 0.9, long_max: 0.8, short_max: 0 } } },
    { constraints: { exposure: { short: true, borrow_fee: { [A1]: 0.3, [A2]: 0.1 } }, min_return: 0.02 } },
  ],
  turnover: [{
    constraints: { turnover: { max: 0.1 } },
    startingPortfolio: [0.3, 0, 0.2, 0.1],
    startingWeightOutside: 0.15,
  }],
  transaction_costs: [{
    constraints: { transaction_costs: { bps: 20, assets: { [A1]: 5 }, amortization_periods: 2 }, min_return: 0.02 },
    startingPortfolio: [0.3, 0, 0.2, 0.1],
    startingWeightOutside: 0.15,
  }, {
    constraints: { transaction_costs: { bps: 20, assets: { [A1]: 5 }, amortization_periods: 2, max: 0.0008 } },
    startingPortfolio: [0.3, 0, 0.2, 0.1],
    startingWeightOutside: 0.15,
  }],
  tracking_error: [{
    constraints: { tracking_error: { max: 0.04 } },
    benchmark: { kind: "weights", weights: Float64Array.of(0.4, 0.3, 0, 0.2) },
  }],
  risk_limits: [
    { constraints: { risk_limits: [{ measure: "volatility", max: 0.05 }] } },
    {
      constraints: {
        risk_limits: [
          { measure: "cvar", confidence: 0.8, max: 0.01 },
          { measure: "cvar", confidence: 0.6, max: 0.004 },
          { measure: "mad", max: 0.005 },
          { measure: "semideviation", max: 0.006 },
        ],
      },
    },
  ],
  min_return: [{ constraints: { min_return: 0.08 } }],
  factor_exposure: [{
    constraints: {
      factor_exposure: {
        loadings: { [A0]: { value: 1, size: -0.5 }, [A2]: { value: -2 }, [A3]: { size: 0.25 } },
        rules: [{ factor: "value", min: -0.1, max: 0.05 }, { factor: "size", max: -0.1 }],
      },
    },
  }],
  concentration: [
    { constraints: { concentration: { min_effective_assets: 3.5 } } },
    { constraints: { concentration: { min_effective_assets: 1.2 }, exposure: { short: true } } },
  ],
  // They are in no program: what is held is searched for.
  cardinality: [],
  min_position: [],
  locked: [{ constraints: { locked: [A0, A1] }, startingPortfolio: [0.3, 0, 0.2, 0.1] }],
};

const size = { minLength: 4, maxLength: 4 };
const anyWeights = fc.array(fc.double({ min: -1, max: 1.5, noNaN: true }), size).map((w) => Float64Array.from(w));
const longWeights = fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), size).map((w) => Float64Array.from(w));

Deno.test("every registered constraint family has an entry in the tested rules", () => {
  for (const { id } of CONSTRAINT_FAMILIES) assert.ok(RULES[id], id);
});

for (const { id, documentation, rules: schema, ofHoldings = false } of CONSTRAINT_FAMILIES) {
  for (const [k, rules] of (RULES[id] ?? []).entries()) {
    const problem = problemOf(market, rules);
    const weights = problem.short ? anyWeights : longWeights;

    Deno.test(`${id} ${k}: weights breach the rows of its program by as much as evaluate reports`, () => {
      fc.assert(fc.property(weights, (w) => assertClose(breachInProgram(problem, w, 1), largestBreach(w, problem))));
    });

    Deno.test(`${id} ${k}: weights breach the rows of its homogenised program by as much, times the scale`, () => {
      const scales = fc.double({ min: 0.1, max: 20, noNaN: true });
      fc.assert(fc.property(weights, scales, (w, scale) => {
        assertClose(breachInProgram(problem, w, scale) / scale, largestBreach(w, problem));
      }));
    });
  }

  Deno.test(`${id} ${ofHoldings ? "looks" : "does not look"} at what is held before a trade, as it says`, () => {
    const isMoved = (RULES[id] ?? []).map((rules) => toldFor(rules, HELD) !== toldFor(rules, HELD.toReversed()));
    assert.equal(isMoved.includes(true), ofHoldings);
  });

  Deno.test(`${id} refuses unknown fields and wrong types, and has a title and a paragraph`, () => {
    for (const wrong of [{ typo: 1 }, "all", [{ typo: 1 }], null]) {
      assert.ok(!schema.safeParse(wrong).success, String(wrong));
    }
    assert.ok(documentation.title && documentation.paragraph);
  });
}

/** The largest breach of a row or bound at scale times the weights, with the parts of expressions what they are. */
function breachInProgram(problem: Problem, weights: Float64Array, scale: number): number {
  const builder = new ProgramBuilder();
  const variables = builder.variables(weights.length);
  const scaled = scale === 1 ? Affine.constant(1) : builder.variables(1, 0).at(0);
  constrainByRules(builder, variables, { problem, scale: scaled });
  const program = builder.build();
  const x = new Float64Array(program.size);
  x.set(weights.map((weight) => scale * weight));
  if (scale !== 1) x[4] = scale;
  builder.settle(x);
  let worst = 0;
  const slacks = program.rows.evaluate(x);
  for (const block of program.blocks) worst = Math.max(worst, block.unit * breachOfBlock(slacks, block));
  x.forEach((entry, j) => worst = Math.max(worst, program.lower[j] - entry, entry - program.upper[j]));
  return worst;
}

/** How far a block lies outside its cone, negative inside. */
function breachOfBlock(slacks: Float64Array, block: Block): number {
  const { cone, firstRow, rows } = block;
  if (!cone.isLinear) {
    return cone.distance(slacks, block) || -(cone.tangent({ s: slacks, z: slacks }, block)?.slack ?? 0);
  }
  const own = slacks.subarray(firstRow, firstRow + rows);
  return Math.max(...own.map((slack) => cone.isEquality ? Math.abs(slack) : -slack));
}

function assertClose(actual: number, expected: number): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, expected),
    `${actual} in the program, ${expected} by evaluate`,
  );
}

/** Test helper. Returns all that rules say of some weights where a portfolio is held, as text. */
function toldFor(rules: Rules, startingPortfolio: readonly number[]): string {
  const problem = problemOf(market, { ...rules, startingPortfolio });
  const told = [HELD, HELD.toReversed()].map((weights) => Float64Array.from(weights)).map((weights) =>
    problem.rules.map((rule) => [
      ...[rule.evaluate(weights, problem), rule.costsOf(weights, problem), rule.sizeLimits(problem)],
      ...[rule.integers(problem), [...rule.reach(weights, problem)], rule.breach(weights, problem)],
    ])
  );
  return JSON.stringify(told);
}
