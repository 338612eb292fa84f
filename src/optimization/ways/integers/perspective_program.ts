import { type Matrix, matrix } from "../../../domain/matrix.ts";
import { secondOrder } from "../../cones/second_order.ts";
import type { HeldCount } from "../../problem.ts";
import { Affine, type Program } from "../../program/program.ts";
import type { Perspective } from "./perspective.ts";
import { LONG, OUT, SHORT, type Support, type SupportRules } from "./support.ts";
import { withRows } from "../../program/with_rows.ts";
import { WORTH_LINKING } from "../../program/rounding.ts";

/**
 * Returns the perspective relaxation of a program if few weights may be held. Let d be the entry of the diagonal for a
 * weight w (`perspective.ts`), and z be 1 if w is held and 0 otherwise, so that d w² = d w² / z. The relaxation has d t
 * in the objective, t ≥ w² / z as a second-order cone, 0 ≤ z ≤ 1 with the sum of the z at most the count, and w between
 * z times the least size and z times its bounds. The objective lacks the constant terms of the original one. Returns
 * null if no count limits the weights. Frangioni and Gentile (2006), Perspective cuts for a class of convex 0-1 mixed
 * integer programs; Günlük and Linderoth (2010), Perspective reformulations of mixed integer nonlinear programs.
 */
export function perspectiveProgram(
  program: Program,
  support: Support,
  { perspective: { term, rest, diagonal }, rules }: {
    readonly perspective: Perspective;
    readonly rules: SupportRules;
  },
): Program | null {
  const limits = rules.counts.map((count) => openLimit(support, count)).filter(({ open, left }) => left < open.length);
  const open = [...new Set(limits.flatMap(({ open }) => open))].sort((a, b) => a - b);
  if (open.length === 0) return null;
  const { offset, factor } = term, first = program.size, m = open.length;
  const place = new Map(open.map((i, k) => [i, k]));
  const w = (k: number): Affine => Affine.identity(offset + open[k], 1);
  const z = (k: number): Affine => Affine.identity(first + k, 1);
  const t = (k: number): Affine => Affine.identity(first + m + k, 1);
  const linearRows = [
    ...limits.map(({ open, left }) =>
      Affine.combination(
        Uint32Array.from(open, (i) => first + (place.get(i) ?? 0)),
        new Float64Array(open.length).fill(-1),
      ).plus(Affine.constant(left))
    ),
    ...open.flatMap((i, k) => linked(w(k), z(k), { ...boundsOf(program, offset + i), support: support[i], rules })),
  ];
  const cones = open.flatMap((_, k) => [t(k).plus(z(k)), w(k).times(2), t(k).minus(z(k))]);
  const extended = (values: Float64Array, ofShares: number, ofSquares: number): Float64Array => {
    const longer = new Float64Array(first + 2 * m);
    longer.set(values);
    longer.fill(ofShares, first, first + m);
    longer.fill(ofSquares, first + m);
    return longer;
  };
  const linear = extended(program.linear, 0, 0);
  open.forEach((i, k) => linear[first + m + k] = factor * diagonal[i] / 2);
  const wide = withRows({
    ...program,
    size: first + 2 * m,
    quadratic: [{ ...term, matrix: withDiagonal(rest, diagonal, place) }],
    linear,
    lower: extended(program.lower, 0, 0),
    upper: extended(program.upper, 1, Infinity),
  }, linearRows);
  return withCones(wide, cones);
}

/**
 * Returns the matrix of the objective: the `rest` M - D of `perspective.ts`, with the entries of D added again for the
 * weights that have no z.
 */
function withDiagonal(rest: Matrix, diagonal: Float64Array, taken: ReadonlyMap<number, number>): Matrix {
  const n = rest.rows, whole = matrix(n, n, rest.data.slice());
  for (let i = 0; i < diagonal.length; i++) if (!taken.has(i)) whole.data[i * (n + 1)] += diagonal[i];
  return whole;
}

function withCones(program: Program, rows: readonly Affine[]): Program {
  const firstRow = program.rows.length;
  const common = { cone: secondOrder, rows: 3, label: null, unit: 1, isDefinition: false };
  return {
    ...program,
    rows: Affine.stack([program.rows, ...rows]),
    blocks: [
      ...program.blocks,
      ...Array.from({ length: rows.length / 3 }, (_, k) => ({ ...common, firstRow: firstRow + 3 * k })),
    ],
  };
}

function boundsOf({ lower, upper }: Program, j: number): { readonly low: number; readonly high: number } {
  return { low: lower[j], high: upper[j] };
}

/** The rows, each at least 0, that tie a weight w to its share z. */
function linked(
  w: Affine,
  z: Affine,
  { low, high, support, rules: { leastSize } }: {
    readonly low: number;
    readonly high: number;
    readonly support: number;
    readonly rules: SupportRules;
  },
): readonly Affine[] {
  const isLong = (support & SHORT) === 0, isShort = (support & LONG) === 0;
  return [
    ...high > 0 && high < Infinity ? [z.times(high).minus(w)] : [],
    ...low < 0 && low > -Infinity ? [w.minus(z.times(low))] : [],
    ...isLong && leastSize >= WORTH_LINKING ? [w.minus(z.times(leastSize))] : [],
    ...isShort && leastSize >= WORTH_LINKING ? [z.times(-leastSize).minus(w)] : [],
  ];
}

/** Returns the members of a count that may still be 0 or held, and how many of them may be held. */
function openLimit(
  support: Support,
  { members, max }: HeldCount,
): { readonly open: readonly number[]; readonly left: number } {
  const open: number[] = [];
  let held = 0;
  support.forEach((options, i) => {
    if (members[i] === 0 || options === OUT) return;
    if ((options & OUT) === 0) held++;
    else open.push(i);
  });
  return { open, left: max - held };
}
