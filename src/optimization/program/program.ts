import type { Matrix } from "../../domain/matrix.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { CONES } from "../cones/mod.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { secondOrder } from "../cones/second_order.ts";
import { zero } from "../cones/zero.ts";
import { Affine } from "./affine.ts";
import { Variables } from "./variables.ts";

export { Affine, Variables };

/**
 * The rule behind rows of a program. `slackByLimit` is the derivative of each row by the limit as sent: shadow prices
 * come from there.
 */
export interface RowLabel {
  readonly family: string;
  readonly rule: string | null;
  readonly slackByLimit: Affine;
}

/** Consecutive rows that lie in one cone together. */
export interface Block extends Rows {
  readonly cone: Cone;
  readonly label: RowLabel | null;
  /** What the rows were divided by, a power of two: coefficients are then near 1, whatever a rule's unit. */
  readonly unit: number;
  /** Whether the rows only say what variables are made of: no limit, hence nothing that may be missed. */
  readonly isDefinition: boolean;
}

/** ½ factor y'My over the consecutive variables y from `offset` on; a null matrix is the identity of `size`. */
export interface QuadraticTerm {
  readonly offset: number;
  readonly size: number;
  readonly matrix: Matrix | null;
  readonly factor: number;
}

/** Rules on single variables: `rule(i)` names the one of variable `offset + i`, null where a default holds. */
export interface BoundLabel {
  readonly family: string;
  readonly offset: number;
  readonly count: number;
  readonly rule: (i: number) => string | null;
}

/**
 * u ≥ max(a, 0) for a row `row` = u - a and a variable `variable` = u that costs something: at an optimum most are 0,
 * and nothing but u stands in their row's way.
 */
export interface Hinges {
  readonly variable: Uint32Array;
  readonly row: Uint32Array;
}

/** A convex program: min Σ quadratic terms + q'x subject to rows(x) in their cones and lower ≤ x ≤ upper. */
export interface Program {
  readonly size: number;
  readonly quadratic: readonly QuadraticTerm[];
  readonly linear: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rows: Affine;
  readonly blocks: readonly Block[];
  readonly boundLabels: readonly BoundLabel[];
  readonly hinges: Hinges;
  /** The scaling variable of a homogenised program, 1 in any other: residuals are divided by it. */
  readonly scale: Affine;
}

/**
 * Variables at least as large as the positive and the negative parts of expressions; no larger where a rule limits
 * them.
 */
export interface Parts {
  readonly positive: Variables;
  readonly negative: Variables;
}

/** Parts, and what they are parts of. */
interface PartsOf extends Parts {
  readonly whole: Affine;
}

type Limit = number | ArrayLike<number>;

interface PendingBlock {
  readonly cone: Cone;
  readonly rows: Affine;
  readonly label: RowLabel | null;
  readonly hinge: Variables | null;
  readonly isDefinition: boolean;
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
  #parts = new Map<string, PartsOf>();
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

  /** A block of rows that lie in a cone. */
  inCone(cone: Cone, rows: Affine, label: RowLabel | null = null): void {
    this.#add({ cone, rows, label, hinge: null, isDefinition: false });
  }

  /** New variables u ≥ max(a, 0), which the objective, or a row that limits them, must make as small as it can. */
  hinge(a: Affine): Variables {
    const u = this.variables(a.length, 0);
    this.#add({ cone: nonnegative, rows: u.all().minus(a), label: null, hinge: u, isDefinition: true });
    return u;
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
    this.#add({ cone: zero, rows, label: null, hinge: null, isDefinition: true });
    const parts = { whole, positive, negative };
    this.#parts.set(name, parts);
    return parts;
  }

  /** Sets the parts of expressions in a point that has the rest of their variables. */
  fillParts(point: Float64Array): void {
    for (const { whole, positive, negative } of this.#parts.values()) {
      const values = whole.evaluate(point);
      point.set(values.map((value) => Math.max(value, 0)), positive.offset);
      point.set(values.map((value) => Math.max(-value, 0)), negative.offset);
    }
  }

  build(): Program {
    const blocks = CONES.ids.flatMap((id) => this.#blocks.filter(({ cone }) => cone.id === id))
      .map((block) => ({ ...block, unit: unitOf(block, this.#scale) }));
    const variable: number[] = [], row: number[] = [], placed: Block[] = [];
    let firstRow = 0;
    for (const { cone, rows, label, hinge, isDefinition, unit } of blocks) {
      placed.push({ cone, firstRow, rows: rows.length, label, unit, isDefinition });
      for (let i = 0; i < (hinge?.count ?? 0); i++) {
        variable.push((hinge?.offset ?? 0) + i);
        row.push(firstRow + i);
      }
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
      hinges: separate({ variable: Uint32Array.from(variable), row: Uint32Array.from(row) }, rows),
      scale: this.#scale,
    };
  }

  #add(block: PendingBlock): void {
    if (CONES.get(block.cone.id) === undefined) {
      throw new Error(`Cannot stack rows of "${block.cone.id}": list the cone`);
    }
    if (block.rows.length > 0) this.#blocks.push(block);
  }
}

/** Rows of curved cones and definitions stand in the unit that a measure of risk has chosen for them. */
function unitOf({ cone, rows, isDefinition }: PendingBlock, scale: Affine): number {
  if (!cone.isLinear || isDefinition) return 1;
  // What multiplies the scale is a limit, no coefficient.
  let limit = -1;
  scale.forEachTerm(0, (column) => limit = column);
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    rows.forEachTerm(i, (column, value) => {
      if (column !== limit) largest = Math.max(largest, Math.abs(value));
    });
  }
  return largest === 0 ? 1 : 2 ** Math.round(Math.log2(largest));
}

/** The hinges whose variable stands in no row but its own: of those alone a may be put for u. */
function separate({ variable, row }: Hinges, rows: Affine): Hinges {
  if (variable.length === 0) return { variable, row };
  const ownRow = new Map(Array.from(variable, (u, h) => [u, row[h]]));
  for (let i = 0; i < rows.length && ownRow.size > 0; i++) {
    rows.forEachTerm(i, (column) => {
      if (ownRow.get(column) !== i) ownRow.delete(column);
    }, variable);
  }
  return { variable: Uint32Array.from(ownRow.keys()), row: Uint32Array.from(ownRow.values()) };
}

/** P x, of the quadratic part of the objective. Costs nothing for the variables that are 0. */
export function quadraticTimes(program: Program, x: Float64Array): Float64Array {
  const product = new Float64Array(program.size);
  for (const { offset, size, matrix, factor } of program.quadratic) {
    for (let i = 0; i < size; i++) {
      const by = factor * x[offset + i];
      if (by === 0) continue;
      if (matrix === null) {
        product[offset + i] += by;
        continue;
      }
      const at = i * size;
      for (let j = 0; j < size; j++) product[offset + j] += by * matrix.data[at + j];
    }
  }
  return product;
}
