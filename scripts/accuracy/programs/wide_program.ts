import { z } from "zod";
import type { AssetId } from "../../../src/domain/asset.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { objectiveOf, OPTIMISERS } from "../../../tests/support/objectives.ts";
import { namesOf } from "../../../tests/support/sample_problem.ts";
import { type AccuracyProgram, problemOfProgram, WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { Draw } from "./draw.ts";
import { costsAt, type Parameters } from "./plain_objective.ts";
import { randomProgram } from "./random_program.ts";
import { measureOf, riskBudgets, treeMethod } from "./wider_draws.ts";
import { isKept } from "./repaired_weights.ts";
import { readProgram } from "./read_program.ts";

/**
 * Returns the random optimisation program of a seed over every optimising or hierarchical method and every constraint
 * family. It extends the random program of fewer methods and families.
 */
export function wideProgram(seed: number, methods: readonly string[] = OPTIMISERS): AccuracyProgram {
  const base = randomProgram(seed, methods);
  // The wider program draws from two random streams of its own, so that the draws of the narrower program stay as they
  // are.
  const draw = new Draw(seed ^ 0x5bd1e995), wider = new Draw(seed ^ 0x2545f491);
  const drawn = { ...base, parameters: { ...base.parameters, ...ownParameters(base.method, draw) } };
  const program = withEnforced(withWiderMethod(drawn, wider));
  const enforced = enforcedBy(program);
  const chosen = draw.some(Object.keys(FAMILIES).filter((family) => enforced.has(family)), draw.integer(0, 2));
  return withKnownPoint(chosen.reduce((made, family) => FAMILIES[family](made, draw, wider), program));
}

/**
 * Returns the random program unchanged or, at random, with a wider risk measure, with risk budgets, or with a
 * hierarchical method.
 */
function withWiderMethod(program: AccuracyProgram, wider: Draw): AccuracyProgram {
  const { method, parameters, returns } = program;
  if (wider.isIn(0.05)) return { ...program, ...treeMethod(wider, typicalReturn(returns)) };
  if (wider.isIn(method === "mean_risk" ? 0.6 : 0.12)) {
    const objective = wider.one(OBJECTIVES);
    const price = objective === "max_utility" ? { risk_aversion: wider.magnitude(1e-2, 1e3) } : {};
    const wide = { objective, ...price, ...measureOf(wider, typicalReturn(returns)) };
    return { ...program, method: "mean_risk", parameters: wide };
  }
  if (method !== "risk_parity" || wider.isIn(0.5)) return program;
  return { ...program, parameters: { ...parameters, budgets: riskBudgets(namesOf(returns[0].length), wider) } };
}

/** Returns the median over the assets of the mean absolute return. */
function typicalReturn(returns: AccuracyProgram["returns"]): number {
  const sizes = returns[0].map((_, j) => returns.reduce((sum, row) => sum + Math.abs(row[j]) / returns.length, 0));
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)];
}

const MEASURES = ["variance", "volatility", "semideviation", "mad", "gini", "cvar", "evar", "worst_realization"];
const OF_DRAWDOWNS = ["average_drawdown", "max_drawdown", "cdar", "edar", "ulcer_index"];
const OBJECTIVES = ["min_risk", "max_return", "max_utility", "max_ratio"];
const WITH_CONFIDENCE = ["cvar", "evar", "cdar", "edar"];

function ownParameters(method: string, draw: Draw): Parameters {
  const confidenceOf = (measure: string): Parameters =>
    WITH_CONFIDENCE.includes(measure) ? { confidence: draw.one([0.95, 0.9, 0.99, 0.5]) } : {};
  if (method === "mean_risk") {
    const measure = draw.one([...MEASURES, ...OF_DRAWDOWNS]);
    const objective = draw.one(OBJECTIVES);
    const price = objective === "max_utility" ? { risk_aversion: draw.magnitude(1e-2, 1e3) } : {};
    return { measure, objective, ...price, ...confidenceOf(measure) };
  }
  if (method === "risk_parity") {
    const measure = draw.one(["variance", "semideviation", "mad", "cvar", "evar", "cdar"]);
    return { measure, ...confidenceOf(measure) };
  }
  if (method === "robust_mean_variance") {
    const uncertainty_set = draw.one(["ellipsoidal", "box"]);
    return { uncertainty_set, kappa: draw.magnitude(1e-2, 10), risk_aversion: draw.magnitude(1e-2, 1e3) };
  }
  if (method === "dr_cvar") return { radius: draw.magnitude(1e-5, 1e-1), risk_aversion: draw.magnitude(1e-2, 1e2) };
  if (["min_evar", "min_edar", "max_return_evar"].includes(method)) return confidenceOf("evar");
  return {};
}

function enforcedBy({ method: id, parameters }: AccuracyProgram): ReadonlySet<string> {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.enforces(method.parameters.parse(parameters));
}

/**
 * Returns the random program without rules that its method does not enforce. The service refuses a request with such
 * rules. Where rules are left out, weight bounds are raised to at least 0.
 */
function withEnforced(program: AccuracyProgram): AccuracyProgram {
  const enforced = enforcedBy(program), sent = Object.entries(program.rules.constraints);
  const kept = sent.filter(([family]) => enforced.has(family));
  if (kept.length === sent.length) return program;
  return { ...program, rules: { ...program.rules, constraints: withoutNegative(Object.fromEntries(kept)) } };
}

const LOWER = z.looseObject({
  min: z.number().optional(),
  max: z.number().optional(),
  assets: z.record(z.string(), z.looseObject({ min: z.number().optional(), max: z.number().optional() })).optional(),
});

/** Returns constraints whose weight bounds are raised to at least 0, for a method that cannot sell short. */
function withoutNegative({ weight_bounds, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (weight_bounds === undefined) return others;
  const raised = <Limits extends { min?: number | undefined; max?: number | undefined }>(limits: Limits): Limits => ({
    ...limits,
    ...limits.min === undefined ? {} : { min: Math.max(0, limits.min) },
    ...limits.max === undefined ? {} : { max: Math.max(0, limits.max) },
  });
  const { assets, ...general } = LOWER.parse(weight_bounds);
  const own = Object.entries(assets ?? {}).map(([asset, limits]) => [asset, raised(limits)] as const);
  return {
    ...others,
    weight_bounds: { ...raised(general), ...own.length === 0 ? {} : { assets: Object.fromEntries(own) } },
  };
}

type Widening = (program: AccuracyProgram, draw: Draw, wider: Draw) => AccuracyProgram;

/**
 * Functions that add a random rule of a constraint family to a program, around weights that satisfy its rules so far,
 * or around equal weights where none are known.
 */
const FAMILIES: Readonly<Record<string, Widening>> = {
  transaction_costs(program, draw) {
    const { constraints, startingPortfolio = [...centreOf(program)].map(() => 0) } = program.rules;
    const bps = draw.magnitude(0.1, 200), amortization_periods = draw.one([1, 1, 4, 52]);
    const costs = { transaction_costs: { bps, amortization_periods } };
    const widened = withRules({ ...program, rules: { ...program.rules, startingPortfolio } }, costs);
    const taken = WEEKS_PER_YEAR * costsAt(centreOf(program), problemOfProgram(widened));
    return typeof constraints.min_return === "number"
      ? withRules(widened, { min_return: constraints.min_return - taken * (1 + 1e-9) })
      : widened;
  },
  risk_limits(program, draw, wider) {
    const plain = draw.one([...MEASURES, ...OF_DRAWDOWNS].filter((one) => one !== "variance"));
    const plainOwn: Parameters = WITH_CONFIDENCE.includes(plain) ? { confidence: draw.one([0.95, 0.9, 0.5]) } : {};
    const chosen = wider.isIn(0.4) ? measureOf(wider, typicalReturn(program.returns)) : { measure: plain, ...plainOwn };
    const { measure, ...own } = chosen;
    const value = objectiveOf(`min_${measure}`, centreOf(program), problemOfProgram(program), own) *
      (measure === "volatility" ? Math.sqrt(WEEKS_PER_YEAR) : 1);
    return withLimit(program, value, (max) => ({ risk_limits: [{ measure, ...own, max: max + roomOf(max, draw) }] }));
  },
  tracking_error(program, draw) {
    const value = Math.sqrt(WEEKS_PER_YEAR) *
      objectiveOf("min_tracking_error", centreOf(program), problemOfProgram(program), {});
    return withLimit(program, value, (max) => ({ tracking_error: { max: max + roomOf(max, draw) } }));
  },
  factor_exposure(program, draw) {
    const { assets } = problemOfProgram(program), centre = centreOf(program);
    const own = assets.map((asset): [AssetId, number] => [asset, draw.normal()]);
    const value = own.reduce((sum, [, loading], i) => sum + loading * centre[i], 0);
    const limits = draw.isIn(0.5) ? { max: value + roomOf(1, draw) } : { min: value - roomOf(1, draw) };
    const loadings = Object.fromEntries(own.map(([asset, value]) => [asset, { value }]));
    return withRules(program, { factor_exposure: { loadings, rules: [{ factor: "value", ...limits }] } });
  },
  concentration(program, draw) {
    const centre = centreOf(program), sum = centre.reduce((total, weight) => total + weight, 0);
    const number = Math.max(sum, 0) ** 2 / centre.reduce((total, weight) => total + weight * weight, 0);
    if (!(number > 1e-3)) return program;
    return withRules(program, { concentration: { min_effective_assets: number * (1 - draw.magnitude(1e-6, 0.5)) } });
  },
  cardinality(program, draw, wider) {
    const centre = centreOf(program), held = centre.filter((weight) => weight !== 0).length;
    if (!canCount(program)) return program;
    const max = Math.min(centre.length, held + draw.integer(0, 2));
    const { groups = twoGroups(centre.length) } = program.rules.constraints;
    return withRules(
      program,
      wider.isIn(0.4)
        ? { groups, cardinality: { max, ...countsWithin(groups, centre, wider) } }
        : { cardinality: { max } },
    );
  },
  min_position(program, draw) {
    const sizes = centreOf(program).filter((weight) => weight !== 0).map(Math.abs);
    if (!canCount(program) || program.rules.constraints.weight_bounds !== undefined) return program;
    const least = Math.max(1e-8, Math.min(...sizes) * draw.between(0.2, 1));
    return withRules(program, { min_position: least });
  },
};

function twoGroups(count: number): unknown {
  return { map: Object.fromEntries(namesOf(count).map((asset, i) => [asset, `h${i % 2}`])), rules: [] };
}

const CLASSIFICATION = z.looseObject({ name: z.string().optional(), map: z.record(z.string(), z.string()) });

/**
 * Returns random limits on the number of holdings in one group, around the number that the centre portfolio holds.
 * Returns nothing where no asset belongs to a group.
 */
function countsWithin(sent: unknown, centre: Float64Array, wider: Draw): Readonly<Record<string, unknown>> {
  const [{ name, map }] = [sent].flat().map((one) => CLASSIFICATION.parse(one));
  const own = Object.values(map);
  if (own.length === 0) return {};
  const group = wider.one([...new Set(own)].toSorted());
  const held = namesOf(centre.length).filter((asset, i) => map[asset] === group && centre[i] !== 0).length;
  const max = Math.min(own.filter((one) => one === group).length, held + wider.integer(0, 1));
  const limits = wider.isIn(0.5) ? { max } : { min: Math.max(0, held - wider.integer(0, 1)), max };
  return { groups: [{ group: name === undefined ? group : `${name}/${group}`, ...limits }] };
}

/** Whether a random program may limit the number of holdings: at most nine assets and no short selling. */
function canCount({ returns, rules: { constraints } }: AccuracyProgram): boolean {
  return returns[0].length <= 9 && constraints.exposure === undefined;
}

function centreOf({ knownPoint, returns }: AccuracyProgram): Float64Array {
  const count = returns[0].length;
  return knownPoint === null ? new Float64Array(count).fill(1 / count) : Float64Array.from(knownPoint);
}

function roomOf(size: number, draw: Draw): number {
  return Math.abs(size) * draw.magnitude(1e-4, 1);
}

/**
 * Adds a limit to the random program, unless the value is too large for a request, whose numbers may reach a million.
 */
function withLimit(
  program: AccuracyProgram,
  value: number,
  limitOf: (value: number) => Record<string, unknown>,
): AccuracyProgram {
  return Math.abs(value) < 4e5 ? withRules(program, limitOf(value)) : program;
}

function withRules(program: AccuracyProgram, added: Record<string, unknown>): AccuracyProgram {
  return { ...program, rules: { ...program.rules, constraints: { ...program.rules.constraints, ...added } } };
}

/**
 * Returns a copy of the random program without its known point (weights that satisfied its first rules) if that point
 * breaks a rule added since; otherwise the program itself.
 */
function withKnownPoint(program: AccuracyProgram): AccuracyProgram {
  const { knownPoint } = program;
  if (knownPoint === null) return program;
  const isStill = isKept(Float64Array.from(knownPoint), readProgram(program).rules);
  return isStill ? program : { ...program, knownPoint: null };
}
