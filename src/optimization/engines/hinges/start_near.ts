// Computes a first point near a given x, with u - a = s > 0, z + v = c + f u and z : v = u : s, where a = R x + k. The
// letters are those of `HingeProgram` and `Directions`.

import type { Chain, ChainLinks } from "../chain/chain.ts";
import type { HingeProgram } from "./hinge_program.ts";
import type { NormalEquations } from "./normal_equations.ts";
import { type Directions, type Products, ratio } from "./pairs.ts";

/** Least slack, as a share of the mean size of the rows of hinges. */
const MARGIN = 0.1;
/** Largest distance from a bound at the start, as a share of the distance between both bounds. */
const FROM_BOUNDS = 0.25;

const NO_LINKS: ChainLinks = { place: new Int32Array(0), by: new Float64Array(0), before: new Float64Array(0) };
const NO_CHAIN: Chain = { costs: new Float64Array(0), fewEntries: 0, hinges: NO_LINKS, limits: NO_LINKS };

/** The coefficients of a row for a variable v_t of a chain (`by`) and for v_(t-1) (`before`). */
interface Link {
  readonly row: number;
  readonly by: number;
  readonly before: number;
}

/**
 * Returns a start near a point. The chain and the hinges are as low as their rows allow, and the slack of every row is
 * at least a share of the mean size of the rows of hinges. The multipliers make the reduced costs of hinges and of the
 * chain 0, and are divided among rows so that the products with the slacks are equal. Each other product is the size of
 * the objective divided by about the number of inequalities, or the weight of its logarithm. Returns null if the mean
 * size of these rows is 0 or infinite.
 */
export function startNear(
  point: Float64Array,
  program: HingeProgram,
  { products, equations }: { readonly products: Products; readonly equations: NormalEquations },
): Directions | null {
  const near = pulledInside(point, program);
  const rows = equations.times(near, new Float64Array(program.chain?.costs.length ?? 0));
  const { k, c, f, e, h, lower, upper, chain = NO_CHAIN } = program, T = k.length, count = chain.costs.length;
  const { onLimits, onHinges } = linksOf(chain, T);
  const v = lowestChain(onLimits, rows, { h, T, count });
  const raised = rows.slice();
  addChain(raised, v, onLimits);
  addChain(raised, v, onHinges);
  const a = k.map((offset, t) => offset + raised[t]);
  const margin = MARGIN * meanSize(T > 0 ? a : v);
  if (!(margin > 0 && margin < Infinity)) return null;
  const u = a.map((one) => Math.max(one, 0) + margin);
  const s = new Float64Array(T + h.length), z = new Float64Array(s.length), beside = new Float64Array(T);
  for (let t = 0; t < T; t++) {
    s[t] = u[t] - a[t];
    const cost = c[t] + f[t] * u[t];
    z[t] = cost * u[t] / (u[t] + s[t]);
    beside[t] = cost * s[t] / (u[t] + s[t]);
  }
  const product = objectiveSize(program, { x: near, u, chain: v }) / (2 * T + h.length + lower.length);
  for (let i = T; i < s.length; i++) {
    s[i] = Math.max(h[i - T] - raised[i], margin);
    z[i] = (products.s?.[i] || product) / s[i];
  }
  shareOut(chain.costs, { s, z, onLimits, onHinges });
  // A slack of 0 means that there is no bound. If both bounds are equal, the start therefore breaks them by a margin.
  const below = near.map((x, j) => lower[j] > -Infinity ? x - lower[j] || margin : 0);
  const above = near.map((x, j) => upper[j] < Infinity ? upper[j] - x || margin : 0);
  return {
    x: near.slice(),
    chain: v,
    y: new Float64Array(e.length),
    u,
    s,
    z,
    v: beside,
    below,
    onLower: below.map((slack, j) => ratio(products.below?.[j] || product, slack)),
    above,
    onUpper: above.map((slack) => ratio(product, slack)),
  };
}

/** Returns the sum of the sizes of the terms of the objective. */
function objectiveSize(
  { q, c, f, chain }: HingeProgram,
  { x, u, chain: v }: Pick<Directions, "x" | "u" | "chain">,
): number {
  let size = 0;
  for (let j = 0; j < q.length; j++) size += Math.abs(q[j] * x[j]);
  for (let t = 0; t < c.length; t++) size += c[t] * u[t] + f[t] * u[t] ** 2;
  chain?.costs.forEach((cost, t) => size += Math.abs(cost * v[t]));
  return size;
}

/** Moves a point inside its bounds, by a share of the mean size of its entries. */
function pulledInside(near: Float64Array, { lower, upper }: HingeProgram): Float64Array {
  const margin = MARGIN * meanSize(near);
  return near.map((x, j) => {
    const off = Math.min(margin, FROM_BOUNDS * (upper[j] - lower[j]));
    return Math.min(Math.max(x, lower[j] + off), upper[j] - off);
  });
}

function meanSize(entries: Float64Array): number {
  return entries.reduce((sum, entry) => sum + Math.abs(entry), 0) / entries.length;
}

/** Returns the rows of limits and of hinges of each variable of a chain. */
function linksOf(
  { costs, hinges, limits }: Chain,
  T: number,
): { readonly onLimits: readonly (readonly Link[])[]; readonly onHinges: readonly (readonly Link[])[] } {
  const of = ({ place, by, before }: ChainLinks, first: number): readonly (readonly Link[])[] => {
    const links = Array.from(costs, (): Link[] => []);
    place.forEach((t, i) => t >= 0 && links[t].push({ row: first + i, by: by[i], before: before[i] }));
    return links;
  };
  return { onLimits: of(limits, T), onHinges: of(hinges, 0) };
}

/** Returns the least value of each variable of a chain that its limits allow, from the first to the last. */
function lowestChain(
  onLimits: readonly (readonly Link[])[],
  rows: Float64Array,
  { h, T, count }: { readonly h: Float64Array; readonly T: number; readonly count: number },
): Float64Array {
  const v = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    let least = -Infinity;
    for (const { row, by, before } of onLimits[t]) {
      if (by < 0) least = Math.max(least, (rows[row] + (t > 0 ? before * v[t - 1] : 0) - h[row - T]) / -by);
    }
    v[t] = least > -Infinity ? least : 0;
  }
  return v;
}

function addChain(rows: Float64Array, v: Float64Array, links: readonly (readonly Link[])[]): void {
  links.forEach((own, t) => {
    for (const { row, by, before } of own) rows[row] += by * v[t] + (t > 0 ? before * v[t - 1] : 0);
  });
}

/**
 * Sets the multipliers of the rows that bound each variable of a chain from below so that they add up to its cost, from
 * the last to the first.
 */
function shareOut(
  costs: Float64Array,
  { s, z, onLimits, onHinges }: {
    readonly s: Float64Array;
    readonly z: Float64Array;
    readonly onLimits: readonly (readonly Link[])[];
    readonly onHinges: readonly (readonly Link[])[];
  },
): void {
  for (let t = costs.length - 1, handed = 0; t >= 0; t--) {
    let cost = costs[t] + handed, parts = 0;
    for (const { row, by } of onHinges[t]) cost += by * z[row];
    for (const { row, by } of onLimits[t]) {
      if (by > 0) cost += by * z[row];
      else parts -= by / s[row];
    }
    handed = 0;
    for (const { row, by, before } of onLimits[t]) {
      if (by < 0 && cost > 0 && parts > 0) z[row] = cost / (parts * s[row]);
      handed += before * z[row];
    }
    for (const { row, before } of onHinges[t]) handed += before * z[row];
  }
}
