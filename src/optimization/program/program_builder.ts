import type { Matrix } from "../../domain/matrix.ts";
import type { Cone } from "../cones/cone.ts";
import type { EpigraphCone } from "../cones/epigraph_cone.ts";
import { meanDifference } from "../cones/mean_difference.ts";
import { orderedSum } from "../cones/ordered_sum.ts";
import { CONES, MODELLED_CONES } from "../cones/mod.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { secondOrder } from "../cones/second_order.ts";
import { zero } from "../cones/zero.ts";
import { Affine } from "./affine.ts";
import { hingesAmong } from "./hinges_among.ts";
import {
  type Block,
  type BoundLabel,
  type Program,
  type QuadraticTerm,
  type RowLabel,
  type RunningMaxima,
  type Shortfalls,
} from "./program.ts";
import {
  epigraphSettler,
  greatestSettler,
  hingeSettler,
  largestSettler,
  meanDifferenceSettler,
  normSettler,
  orderedSumSettler,
  type Parts,
  partsSettler,
  runningMaximaSettler,
  type Settler,
  shortfallsOfSumsSettler,
  squaresSettler,
  type Threshold,
} from "./settler.ts";
import { unitOf } from "./unit_of.ts";
import { Variables } from "./variables.ts";

type Limit = number | ArrayLike<number>;

interface PendingBlock {
  readonly cone: Cone;
  readonly rows: Affine;
  readonly label: RowLabel | null;
  /** The variable of the hinge that each row is of. */
  readonly hinge?: ArrayLike<number>;
  /** What the rows are the running maxima of. */
  readonly maxima?: Variables;
  /** What the rows are the shortfalls of. */
  readonly shortfalls?: Variables;
  readonly isDefinition: boolean;
  /** What its rows are to be divided by; what their coefficients say where there is none. */
  readonly unit?: number | null;
}

/** Collects the parts of a convex program: variables, a linear and quadratic objective, labelled blocks of rows. */
export class ProgramBuilder {
  #size = 0;
  #lower: number[] = [];
  #upper: number[] = [];
  #quadratic: QuadraticTerm[] = [];
  #objective: Affine[] = [];
  #blocks: PendingBlock[] = [];
  #boundLabels: BoundLabel[] = [];
  #parts = new Map<string, Parts>();
  #maxima = new Map<string, Variables>();
  #settlers: Settler[] = [];
  #scale = Affine.constant(1);

  /** The number of variables so far. */
  get size(): number {
    return this.#size;
  }

  /** `count` new variables within [lower, upper]. */
  variables(count: number, lower = -Infinity, upper = Infinity): Variables {
    const variables = new Variables(this.#size, count);
    for (let i = 0; i < count; i++) {
      this.#lower.push(lower);
      this.#upper.push(upper);
    }
    this.#size += count;
    return variables;
  }

  /** Makes an expression the scale of the program: what it is homogenised by. */
  scaleBy(scale: Affine): void {
    this.#scale = scale;
  }

  /** Adds an expression to the objective, which leaves its constant out. */
  minimize(expression: Affine): void {
    this.#objective.push(expression.sum());
  }

  /** Adds ½ factor y'My to the objective; M is symmetric positive semidefinite, null for the identity. */
  minimizeQuadratic(variables: Variables, matrix: Matrix | null, factor = 1): void {
    this.#quadratic.push({ offset: variables.offset, size: variables.count, matrix, factor });
  }

  /** Tightens the bounds of variables, a limit each or one for all. With a label, the bounds are rules of a family. */
  bound(
    variables: Variables,
    { lower = -Infinity, upper = Infinity }: { lower?: Limit; upper?: Limit },
    label?: Pick<BoundLabel, "family" | "rule">,
  ): void {
    for (let i = 0; i < variables.count; i++) {
      const at = variables.offset + i;
      this.#lower[at] = Math.max(this.#lower[at], typeof lower === "number" ? lower : lower[i]);
      this.#upper[at] = Math.min(this.#upper[at], typeof upper === "number" ? upper : upper[i]);
    }
    if (label) this.#boundLabels.push({ ...label, offset: variables.offset, count: variables.count });
  }

  /** The bounds of variables so far. */
  boundsOf({ offset, count }: Variables): { readonly lower: Float64Array; readonly upper: Float64Array } {
    const of = (limits: readonly number[]): Float64Array => Float64Array.from(limits.slice(offset, offset + count));
    return { lower: of(this.#lower), upper: of(this.#upper) };
  }

  /** a = b, entry by entry. */
  equal(a: Affine, b: Affine, label: RowLabel | null = null): void {
    this.inCone(zero, b.minus(a), label);
  }

  /** a ≤ b, entry by entry. */
  atMost(a: Affine, b: Affine, label: RowLabel | null = null): void {
    this.inCone(nonnegative, b.minus(a), label);
  }

  /** ‖x‖ ≤ t. */
  normAtMost(x: Affine, t: Affine): void {
    this.inCone(secondOrder, Affine.stack([t, x]));
  }

  /** A new variable of at least ‖x‖, one entry. */
  norm(x: Affine): Affine {
    const norm = this.variables(1, 0);
    this.normAtMost(x, norm.at(0));
    this.#settlers.push(normSettler(norm, x));
    return norm.at(0);
  }

  /**
   * A new variable of at least ‖x‖² / scale, one entry: ‖(2x, t - scale)‖ ≤ t + scale (Boyd, Vandenberghe (2004),
   * Convex optimization, exercise 4.26).
   */
  squares(x: Affine, scale: Affine): Affine {
    const sum = this.variables(1, 0), t = sum.at(0);
    this.normAtMost(Affine.stack([x.times(2), t.minus(scale)]), t.plus(scale));
    this.#settlers.push(squaresSettler(sum, x, scale));
    return t;
  }

  /**
   * A block of rows that lie in a cone. Those of a rule in a curved one stand in the unit of the rule, with the `size`
   * that they are of.
   */
  inCone(cone: Cone, rows: Affine, label: RowLabel | null = null, { size }: { readonly size?: number } = {}): void {
    const unit = size === undefined ? null : 2 ** Math.round(Math.log2(size));
    this.#add({ cone, rows, label, isDefinition: false, unit });
  }

  /** A new variable of at least the function of x that a cone is the epigraph of, one entry. */
  epigraph(cone: EpigraphCone, x: Affine): Affine {
    const value = this.variables(1);
    const rows = Affine.stack([value.at(0), x]);
    this.#add({ cone, rows, label: null, isDefinition: true });
    this.#settlers.push(epigraphSettler(value, rows, cone));
    return value.at(0);
  }

  /** A new variable of at least the mean of |x_i - x_j| over all pairs of entries, one entry. */
  meanDifference(x: Affine): Affine {
    const mean = this.variables(1, 0);
    this.#add({ cone: meanDifference, rows: Affine.stack([mean.at(0), x]), label: null, isDefinition: true });
    this.#settlers.push(meanDifferenceSettler(mean, x));
    return mean.at(0);
  }

  /** A new variable of at least Σ weights[k] x_(k) of the entries from the largest on, for descending weights. */
  orderedSum(x: Affine, weights: Float64Array): Affine {
    const sum = this.variables(1);
    this.#add({ cone: orderedSum(weights), rows: Affine.stack([sum.at(0), x]), label: null, isDefinition: true });
    this.#settlers.push(orderedSumSettler(sum, x, weights));
    return sum.at(0);
  }

  /**
   * New variables u ≥ max(a - t, 0), which the objective, or a row that limits them, must make as small as it can. The
   * variable t, if given, is set by `place`, which answers it for the values of a.
   */
  hinge(a: Affine, above?: Threshold): Variables {
    const u = this.variables(a.length, 0), threshold = above?.threshold;
    const beyond = threshold === undefined ? a : a.minus(threshold.at(0));
    this.#add({ cone: nonnegative, rows: u.all().minus(beyond), label: null, hinge: placesOf(u), isDefinition: true });
    this.#settlers.push(hingeSettler(u, a, above));
    return u;
  }

  /**
   * New variables u ≥ max(a_1, …, a_k), entry by entry, and at least `lower`, which the objective, or a row that limits
   * them, must make as small as it can.
   */
  largest(expressions: readonly Affine[], lower = -Infinity): Variables {
    const u = this.variables(expressions[0].length, lower);
    for (const a of expressions) {
      this.#add({ cone: nonnegative, rows: u.all().minus(a), label: null, hinge: placesOf(u), isDefinition: true });
    }
    this.#settlers.push(largestSettler(u, expressions, lower));
    return u;
  }

  /** A new variable of at least every entry of a, one entry, which is to be made as small as those of `largest`. */
  greatest(a: Affine): Affine {
    const u = this.variables(1);
    const owners = new Uint32Array(a.length).fill(u.offset);
    this.#add({ cone: nonnegative, rows: u.all().minus(a), label: null, hinge: owners, isDefinition: true });
    this.#settlers.push(greatestSettler(u, a));
    return u.at(0);
  }

  /**
   * New variables m_t ≥ max(0, a_1, …, a_t), made once under a name and shared by who asks for them, which the
   * objective, or rows that limit them, must make as small as they can: m_t ≥ a_t and m_t ≥ m_(t-1).
   */
  runningMaxima(name: string, a: () => Affine): Variables {
    const known = this.#maxima.get(name);
    if (known) return known;
    const of = a(), m = this.variables(of.length, 0), all = m.all();
    const steps = new Variables(m.offset + 1, m.count - 1).all().minus(new Variables(m.offset, m.count - 1).all());
    const rows = Affine.stack([all.minus(of), steps]);
    this.#add({ cone: nonnegative, rows, label: null, isDefinition: true, maxima: m });
    this.#settlers.push(runningMaximaSettler(m, of));
    this.#maxima.set(name, m);
    return m;
  }

  /**
   * New variables d_t ≥ max(d_(t-1) - x_t, 0), d_0 = 0, made once under a name and shared by who asks for them, which
   * are to be made as small as running maxima: how far sums of x lie below the largest of them.
   */
  shortfallsOfSums(name: string, x: () => Affine): Variables {
    const known = this.#maxima.get(name);
    if (known) return known;
    const of = x(), d = this.variables(of.length), all = d.all();
    const before = Affine.stack([Affine.constant(0), new Variables(d.offset, d.count - 1).all()]);
    const rows = Affine.stack([all, all.minus(before).plus(of)]);
    this.#add({ cone: nonnegative, rows, label: null, isDefinition: true, shortfalls: d });
    this.#settlers.push(shortfallsOfSumsSettler(d, of));
    this.#maxima.set(name, d);
    return d;
  }

  /**
   * Positive and negative parts of a, made once under a name and shared by the families that ask for them: a = positive
   * - negative.
   */
  split(name: string, a: () => Affine): Parts {
    const known = this.#parts.get(name);
    if (known) return known;
    const whole = a();
    const positive = this.variables(whole.length, 0), negative = this.variables(whole.length, 0);
    const rows = whole.minus(positive.all().minus(negative.all()));
    this.#add({ cone: zero, rows, label: null, isDefinition: true });
    const parts = { positive, negative };
    this.#settlers.push(partsSettler(parts, whole));
    this.#parts.set(name, parts);
    return parts;
  }

  /** Sets what others set in a point that has the rest of the variables. */
  settle(point: Float64Array): void {
    for (const settler of this.#settlers) settler.settle(point);
  }

  build(): Program {
    const ids = [...CONES.ids, ...MODELLED_CONES.ids];
    const blocks = ids.flatMap((id) => this.#blocks.filter(({ cone }) => cone.id === id))
      .map((block) => ({ ...block, unit: block.unit ?? unitOf(block, this.#scale) }));
    const variable: number[] = [],
      row: number[] = [],
      placed: Block[] = [],
      maxima: RunningMaxima[] = [],
      shortfalls: Shortfalls[] = [];
    let firstRow = 0;
    for (const { cone, rows, label, hinge = [], maxima: m, shortfalls: d, isDefinition, unit } of blocks) {
      placed.push({ cone, firstRow, rows: rows.length, label, unit, isDefinition });
      for (let i = 0; i < hinge.length; i++) {
        variable.push(hinge[i]);
        row.push(firstRow + i);
      }
      if (m !== undefined) maxima.push({ offset: m.offset, count: m.count, firstRow });
      if (d !== undefined) shortfalls.push({ offset: d.offset, count: d.count, firstRow });
      firstRow += rows.length;
    }
    const linear = new Float64Array(this.#size);
    for (const expression of this.#objective) {
      expression.forEachTerm(0, (column, value) => linear[column] += value);
    }
    const rows = blocks.length === 0
      ? Affine.constants(new Float64Array(0))
      : Affine.stack(blocks.map(({ rows, unit }) => unit === 1 ? rows : rows.times(1 / unit)));
    return {
      size: this.#size,
      quadratic: this.#quadratic,
      linear,
      lower: new Float64Array(this.#lower),
      upper: new Float64Array(this.#upper),
      rows,
      blocks: placed,
      boundLabels: this.#boundLabels,
      hinges: hingesAmong({ variable, row }, rows, placed),
      maxima,
      shortfalls,
      scale: this.#scale,
      settlers: this.#settlers.slice(),
    };
  }

  #add(block: PendingBlock): void {
    if ((CONES.get(block.cone.id) ?? MODELLED_CONES.get(block.cone.id)) === undefined) {
      throw new Error(`Cannot stack rows of "${block.cone.id}": list the cone`);
    }
    if (block.rows.length > 0) this.#blocks.push(block);
  }
}

function placesOf({ offset, count }: Variables): Uint32Array {
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i++) places[i] = offset + i;
  return places;
}
