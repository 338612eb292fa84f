import type { Matrix } from "../../domain/matrix.ts";
import type { Cone } from "../cones/cone.ts";
import { CONES, ORDERED_CONES } from "../cones/mod.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import { Affine } from "./affine.ts";
import { hingesAmong } from "./hinges_among.ts";
import {
  type Block,
  type BoundLabel,
  type Drawdowns,
  type Program,
  type QuadraticTerm,
  type RowLabel,
  type RunningMaxima,
} from "./program.ts";
import type { Settler } from "./settler.ts";
import { unitOf } from "./unit_of.ts";
import { Variables } from "./variables.ts";

type Limit = number | ArrayLike<number>;

/** A block of rows before `build` gives it a place in the program. */
export interface PendingBlock {
  readonly cone: Cone;
  readonly rows: Affine;
  readonly label: RowLabel | null;
  /** For each row, the variable of its hinge. */
  readonly hinge?: ArrayLike<number>;
  /** The running maxima that the rows define. */
  readonly maxima?: Variables;
  /** The drawdowns d_t ≥ max(0, d_(t-1) - x_t) that the rows define. */
  readonly drawdowns?: Variables;
  readonly isDefinition: boolean;
  /** The number by which the rows are divided; derived from their coefficients if null or absent. */
  readonly unit?: number | null;
}

/** Builds a program from variables, bounds, a linear and quadratic objective, and labelled blocks of rows. */
export class RowBuilder {
  #size = 0;
  #lower: number[] = [];
  #upper: number[] = [];
  #quadratic: QuadraticTerm[] = [];
  #objective: Affine[] = [];
  #blocks: PendingBlock[] = [];
  #boundLabels: BoundLabel[] = [];
  #settlers: Settler[] = [];
  #scale = Affine.constant(1);

  /** The number of variables so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds `count` variables within [lower, upper]. */
  variables(count: number, lower = -Infinity, upper = Infinity): Variables {
    const variables = new Variables(this.#size, count);
    for (let i = 0; i < count; i++) {
      this.#lower.push(lower);
      this.#upper.push(upper);
    }
    this.#size += count;
    return variables;
  }

  /** Sets the scaling variable of a homogenised program, as an expression. Without a call it is the constant 1. */
  scaleBy(scale: Affine): void {
    this.#scale = scale;
  }

  /** Adds an expression to the objective. Its constant is ignored. */
  minimize(expression: Affine): void {
    this.#objective.push(expression.sum());
  }

  /** Adds ½ factor × y'My to the objective. M is symmetric positive semidefinite, or null for the identity. */
  minimizeQuadratic(variables: Variables, matrix: Matrix | null, factor = 1): void {
    this.#quadratic.push({ offset: variables.offset, size: variables.count, matrix, factor });
  }

  /** Tightens bounds of variables, by one limit each or one for all. With a label, the bounds are rules of a family. */
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

  /** Adds a = b, entry by entry. */
  equal(a: Affine, b: Affine, label: RowLabel | null = null): void {
    this.inCone(zero, b.minus(a), label);
  }

  /** Adds a ≤ b, entry by entry. */
  atMost(a: Affine, b: Affine, label: RowLabel | null = null): void {
    this.inCone(nonnegative, b.minus(a), label);
  }

  /**
   * Adds a block of rows in a cone. For a rule in a curved cone, `size` is the typical size of its rows; they are
   * divided by the nearest power of two.
   */
  inCone(cone: Cone, rows: Affine, label: RowLabel | null = null, { size }: { readonly size?: number } = {}): void {
    const unit = size === undefined ? null : 2 ** Math.round(Math.log2(size));
    this.add({ cone, rows, label, isDefinition: false, unit });
  }

  /** Sets, in place, the variables of a point that follow from the others. */
  settle(point: Float64Array): void {
    for (const settler of this.#settlers) settler.settle(point);
  }

  build(): Program {
    const ids = [...CONES.ids, ...ORDERED_CONES.ids];
    const blocks = ids.flatMap((id) => this.#blocks.filter(({ cone }) => cone.id === id))
      .map((block) => ({ ...block, unit: block.unit ?? unitOf(block, this.#scale) }));
    const variable: number[] = [],
      row: number[] = [],
      placed: Block[] = [],
      maxima: RunningMaxima[] = [],
      drawdowns: Drawdowns[] = [];
    let firstRow = 0;
    for (const { cone, rows, label, hinge = [], maxima: m, drawdowns: d, isDefinition, unit } of blocks) {
      placed.push({ cone, firstRow, rows: rows.length, label, unit, isDefinition });
      for (let i = 0; i < hinge.length; i++) {
        variable.push(hinge[i]);
        row.push(firstRow + i);
      }
      if (m !== undefined) maxima.push({ offset: m.offset, count: m.count, firstRow });
      if (d !== undefined) drawdowns.push({ offset: d.offset, count: d.count, firstRow });
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
      drawdowns,
      scale: this.#scale,
      settlers: this.#settlers.slice(),
    };
  }

  /** Adds rows that define variables, and their settler if these are all the rows that define them. */
  protected define(block: Omit<PendingBlock, "label" | "isDefinition">, settler?: Settler): void {
    this.add({ ...block, label: null, isDefinition: true });
    if (settler !== undefined) this.setBy(settler);
  }

  /** Adds the settler of variables whose rows were added by other calls. */
  protected setBy(settler: Settler): void {
    this.#settlers.push(settler);
  }

  private add(block: PendingBlock): void {
    if ((CONES.get(block.cone.id) ?? ORDERED_CONES.get(block.cone.id)) === undefined) {
      throw new Error(`Cannot stack rows of "${block.cone.id}": list the cone`);
    }
    if (block.rows.length > 0) this.#blocks.push(block);
  }
}
