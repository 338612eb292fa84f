import type { AssetId } from "../../../src/domain/asset.ts";
import type { Draw } from "./draw.ts";

/** Largest absolute number that a request may contain. Random rules with larger limits leave these out. */
const LARGEST = 1e6;

/** Market for which random rules are made: its assets and returns. */
export interface RulesContext {
  readonly assets: readonly AssetId[];
  /** Expected returns of the assets per year. */
  readonly annualReturns: Float64Array;
}

/** Random constraints in the form of a request, with the weights that satisfy them. */
export interface RandomRules {
  readonly constraints: Record<string, unknown>;
  readonly startingPortfolio: number[] | null;
  readonly startingWeightOutside: number;
  readonly point: Float64Array;
  /** Whether two rules contradict each other, so that no weights satisfy them. */
  readonly isContradictory: boolean;
}

interface Limits {
  min?: number;
  max?: number;
}

/**
 * Returns random constraints of random families around a random portfolio. The portfolio keeps each limit with a margin
 * of 0, 1e-9, about 1e-6 or more. About one set of constraints in sixteen contradicts itself.
 */
export function randomRules(draw: Draw, { assets, annualReturns }: RulesContext): RandomRules {
  const chosen = (share: number) => draw.isIn(share);
  const isShort = chosen(0.3);
  const budget = chosen(0.15) ? draw.between(0.3, 1.5) : 1;
  const point = randomPoint(draw, { count: assets.length, isShort, budget });
  const constraints: Record<string, unknown> = {};
  if (isShort || chosen(0.08)) constraints.exposure = exposureAround(point, draw, isShort);
  if (chosen(0.5)) constraints.weight_bounds = boundsAround(point, draw, { assets, isShort });
  if (budget !== 1 || chosen(0.1)) constraints.budget = limitsAround(sumOf(point), draw, 1);
  if (chosen(0.35)) constraints.groups = groupsAround(point, draw, assets);
  if (chosen(0.35)) constraints.linear = linearAround(point, draw, assets);
  const annualReturn = sumOf(point.map((weight, i) => weight * annualReturns[i]));
  if (chosen(0.25) && Math.abs(annualReturn) < LARGEST / 2) {
    constraints.min_return = annualReturn - room(draw, Math.max(0.01, Math.abs(annualReturn)));
  }
  const start = chosen(0.4) ? startNear(point, draw, isShort) : null;
  const startingWeightOutside = start !== null && chosen(0.2) ? draw.between(0, 0.3) : 0;
  if (start !== null) Object.assign(constraints, fromStart(point, draw, { start, startingWeightOutside, assets }));
  const isContradictory = chosen(0.06);
  if (isContradictory) constraints.linear = contradiction(point, draw, { assets, others: constraints.linear });
  return { constraints, startingPortfolio: start && [...start], startingWeightOutside, point, isContradictory };
}

function randomPoint(
  draw: Draw,
  { count, isShort, budget }: { count: number; isShort: boolean; budget: number },
): Float64Array {
  const sparse = draw.isIn(0.5);
  const raw = Float64Array.from({ length: count }, () => {
    if (sparse && draw.isIn(0.5)) return 0;
    return isShort && draw.isIn(0.35) ? -draw.between(0, 0.6) : draw.between(0.05, 1);
  });
  const sum = sumOf(raw);
  if (sum < 0.2) return raw.fill(budget / count);
  return raw.map((weight) => weight * budget / sum);
}

/** Returns a random distance between the limit of a random rule and the value that the limit must allow. */
function room(draw: Draw, unit: number): number {
  const kind = draw.between(0, 1);
  if (kind < 0.08) return 0;
  if (kind < 0.16) return 1e-9;
  if (kind < 0.22) return 1e-6 * unit;
  return unit * draw.magnitude(0.003, 1);
}

/** Returns a random lower limit, upper limit or both around a value that they allow. */
function limitsAround(value: number, draw: Draw, unit: number): Limits {
  const kind = draw.between(0, 1);
  if (kind < 0.1) return bounded({ min: value, max: value });
  const limits: Limits = {};
  if (kind < 0.65) limits.max = value + room(draw, unit);
  if (kind >= 0.45) limits.min = value - room(draw, unit);
  return bounded(limits);
}

/** Returns the limits of a random rule without those that are too large for a request. */
function bounded({ min = -Infinity, max = Infinity }: Limits): Limits {
  return { ...min >= -LARGEST && min <= LARGEST ? { min } : {}, ...Math.abs(max) <= LARGEST ? { max } : {} };
}

function exposureAround(point: Float64Array, draw: Draw, short: boolean): Record<string, unknown> {
  const long = sumOf(point.map((weight) => Math.max(weight, 0)));
  const negative = sumOf(point.map((weight) => Math.max(-weight, 0)));
  return {
    short,
    ...draw.isIn(0.6) ? { gross_max: sumOf(point.map(Math.abs)) + room(draw, 1) } : {},
    ...draw.isIn(0.25) ? { long_max: long + room(draw, 1) } : {},
    ...draw.isIn(0.25) ? { short_max: negative + room(draw, 1) } : {},
  };
}

function boundsAround(
  point: Float64Array,
  draw: Draw,
  { assets, isShort }: { assets: readonly AssetId[]; isShort: boolean },
): Record<string, unknown> {
  const floor = isShort ? -Infinity : 0;
  const general: Limits = {};
  if (draw.isIn(0.7)) general.max = Math.max(...point) + room(draw, 0.5);
  if (draw.isIn(0.4)) general.min = Math.max(floor, Math.min(...point) - room(draw, 0.3));
  const own: [string, Limits][] = [];
  assets.forEach((asset, i) => {
    if (!draw.isIn(0.15)) return;
    const limits = limitsAround(point[i], draw, 0.3);
    own.push([asset, limits.min === undefined ? limits : { ...limits, min: Math.max(limits.min, floor) }]);
  });
  return { ...general, ...own.length > 0 ? { assets: Object.fromEntries(own) } : {} };
}

function groupsAround(point: Float64Array, draw: Draw, assets: readonly AssetId[]): unknown {
  const classification = (): { map: Record<string, string>; rules: unknown[] } => {
    const count = draw.integer(1, Math.min(5, assets.length));
    const places = assets.map(() => draw.isIn(0.1) ? -1 : draw.integer(0, count - 1));
    const map = Object.fromEntries(assets.flatMap((asset, i) => places[i] < 0 ? [] : [[asset, `g${places[i]}`]]));
    const used = [...new Set(places)].filter((place) => place >= 0 && draw.isIn(0.7)).toSorted();
    const rules = used.map((place) => {
      const value = sumOf(point.filter((_, i) => places[i] === place));
      return { group: `g${place}`, ...limitsAround(value, draw, 0.5) };
    });
    return { map, rules };
  };
  if (draw.isIn(0.75)) return classification();
  return ["sector", "country"].map((name) => ({ name, ...classification() }));
}

function linearAround(point: Float64Array, draw: Draw, assets: readonly AssetId[]): unknown[] {
  return Array.from({ length: draw.integer(1, 3) }, (_, k) => {
    const coefficients = randomCoefficients(draw, assets.length);
    const value = sumOf(coefficients.map((coefficient, i) => coefficient * point[i]));
    const unit = Math.max(...coefficients.map(Math.abs)) * draw.magnitude(0.01, 1);
    return linearRule(`rule ${k}`, { assets, coefficients }, limitsAround(value, draw, unit));
  });
}

function randomCoefficients(draw: Draw, count: number): Float64Array {
  const kind = draw.between(0, 1);
  return Float64Array.from({ length: count }, () => {
    if (draw.isIn(0.3)) return 0;
    if (kind < 0.4) return draw.between(-1, 1);
    if (kind < 0.6) return draw.integer(-2, 2);
    return draw.sign() * draw.magnitude(1e-6, 1e6);
  });
}

function linearRule(
  name: string,
  { assets, coefficients }: { assets: readonly AssetId[]; coefficients: Float64Array },
  limits: Limits,
): unknown {
  const sent = Object.fromEntries(assets.map((asset, i) => [asset, coefficients[i]]).filter(([, by]) => by !== 0));
  return { name, coefficients: sent, ...limits };
}

/** Smallest absolute weight above 0 of a starting portfolio. The service treats smaller holdings as none. */
const LEAST_HOLDING = 1e-8;

function startNear(point: Float64Array, draw: Draw, isShort: boolean): Float64Array {
  const step = draw.one([0, 1e-9, 0.01, 0.1, 0.5]);
  return point.map((weight) => {
    const moved = weight + step * draw.between(-1, 1);
    if (Math.abs(moved) < LEAST_HOLDING) return 0;
    return isShort ? moved : Math.max(moved, 0);
  });
}

/**
 * Returns random rules that depend on the starting portfolio: locked assets and turnover. Changes the starting weight
 * of each locked asset.
 */
function fromStart(
  point: Float64Array,
  draw: Draw,
  { start, startingWeightOutside, assets }: {
    start: Float64Array;
    startingWeightOutside: number;
    assets: readonly AssetId[];
  },
): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  if (draw.isIn(0.4)) {
    const locked = draw.some(assets, draw.integer(1, Math.max(1, Math.floor(assets.length / 3))));
    for (const asset of locked) start[assets.indexOf(asset)] = point[assets.indexOf(asset)];
    rules.locked = locked;
  }
  if (draw.isIn(0.7) || rules.locked === undefined) {
    const changes = sumOf(point.map((weight, i) => Math.abs(weight - start[i])));
    rules.turnover = { max: (changes + startingWeightOutside) / 2 + room(draw, 0.4) };
  }
  return rules;
}

/** Returns two rules that contradict each other: the same sum must be at most a value and at least a larger value. */
function contradiction(
  point: Float64Array,
  draw: Draw,
  { assets, others }: { assets: readonly AssetId[]; others: unknown },
): unknown[] {
  const coefficients = point.map(() => draw.between(0.1, 1));
  const value = sumOf(coefficients.map((coefficient, i) => coefficient * point[i]));
  const apart = draw.one([1e-7, 1e-6, 1e-3, 0.1]);
  return [
    ...Array.isArray(others) ? others : [],
    linearRule("at most", { assets, coefficients }, { max: value }),
    linearRule("at least", { assets, coefficients }, { min: value + apart }),
  ];
}

function sumOf(entries: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < entries.length; i++) sum += entries[i];
  return sum;
}
