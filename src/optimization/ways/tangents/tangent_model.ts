import { maximumNorm } from "../../../domain/matrix.ts";
import type { LinearAlgebra } from "../../../kernels/linear_algebra.ts";
import { type EpigraphCone, isEpigraphCone, normalOf, type Support } from "../../cones/epigraph_cone.ts";
import { nonnegative } from "../../cones/nonnegative.ts";
import { Affine, type Block, type Program, type QuadraticTerm } from "../../program/program.ts";
import { narrowing } from "../../program/settler.ts";
import type { Point } from "../../program/point.ts";
import { mergedQuadratics } from "../../program/merged_quadratics.ts";
import { hasChain } from "../../program/has_chain.ts";
import { shiftTo } from "../../program/shift_to.ts";
import { withBlocks, withoutBlocks } from "../../program/without_blocks.ts";
import { NO_TERM_OF_SLOPE } from "../../program/rounding.ts";
import { type Epigraph, epigraphOf } from "./epigraph.ts";
import type { Tangent } from "./tangent.ts";

/** The tangents and curvatures of the functions of all epigraphs at a point. */
export type Supports = readonly Support[];

/** A program with tangents in place of epigraphs, and the way back to points of the given program. */
export interface ModelProgram {
  readonly program: Program;
  /** Returns a point of the given program with the multipliers of its rows; those of the epigraphs are 0. */
  expand(point: Point): Point;
}

/** Builds programs that agree with a program with epigraphs near a point, to first or second order. */
export class TangentModel {
  readonly program: Program;
  readonly epigraphs: readonly Epigraph[];
  readonly #places: readonly number[];
  readonly #base: Program;
  readonly #linearAlgebra: LinearAlgebra;

  /** Models all epigraphs, or those that `among` selects. The others stay in the program. */
  constructor(program: Program, linearAlgebra: LinearAlgebra, among: (cone: EpigraphCone) => boolean = () => true) {
    this.program = program;
    this.#linearAlgebra = linearAlgebra;
    this.#places = Array.from(program.blocks.keys()).filter((k) => {
      const { cone } = program.blocks[k];
      return isEpigraphCone(cone) && among(cone);
    });
    const base = withoutBlocks(program, this.#places);
    this.epigraphs = this.#places.flatMap((k) => {
      const block = program.blocks[k];
      return isEpigraphCone(block.cone) ? [epigraphOf(program, base, { block, cone: block.cone })] : [];
    });
    const replaced = new Set<number | undefined>(this.epigraphs.map(({ variable }) => variable));
    const settlers = program.settlers.map((one) => replaced.has(one.ofEpigraph) ? narrowing(one) : one);
    this.#base = { ...base, settlers };
  }

  supportsAt(x: Float64Array): Supports {
    const s = this.program.rows.evaluate(x);
    return this.epigraphs.map(({ cone, block }) => cone.supportAt(s, block));
  }

  /** The program without the epigraphs, with their variables fixed at 0 and free of cost. */
  withoutEpigraphs(): ModelProgram {
    const linear = this.#base.linear.slice(), lower = this.#base.lower.slice(), upper = this.#base.upper.slice();
    for (const { variable } of this.epigraphs) linear[variable] = lower[variable] = upper[variable] = 0;
    return { program: { ...this.#base, linear, lower, upper }, expand: ({ x, z }) => this.#expanded(x, z) };
  }

  /** The program with t ≥ each argument in place of each epigraph t ≥ ρ(x). */
  ofLargest(): ModelProgram {
    const { rows, blocks } = this.#base, added: Block[] = [];
    const largest = this.epigraphs.map(({ block: { firstRow, rows: count } }) => {
      const own = this.program.rows.slice(firstRow + 1, count - 1);
      return this.program.rows.entry(firstRow).spread(new Float64Array(count - 1).fill(1)).minus(own);
    });
    largest.reduce((firstRow, { length }) => {
      added.push({ cone: nonnegative, firstRow, rows: length, label: null, unit: 1, isDefinition: true });
      return firstRow + length;
    }, rows.length);
    return {
      program: { ...this.#base, rows: Affine.stack([rows, ...largest]), blocks: [...blocks, ...added] },
      expand: ({ x, z }) => this.#expanded(x, z),
    };
  }

  /** The program with second-order models of the functions in the objective in place of each t, which is only there. */
  substituted(centre: Float64Array, supports: Supports): ModelProgram {
    const { size } = this.program, variables = this.epigraphs.map(({ variable }) => variable);
    const count = variables.every((j) => j >= size - variables.length) ? size - variables.length : size;
    const linear = this.#base.linear.slice(), lower = this.#base.lower.slice(), upper = this.#base.upper.slice();
    this.epigraphs.forEach(({ block, variable, cost }, k) => {
      const slopes = new Float64Array(this.program.rows.length);
      slopes.set(normalOf(this.#worthy(supports[k].slopes), cost ?? 0), block.firstRow);
      this.program.rows.addTransposed(slopes, linear, { factor: -1 });
      linear[variable] = lower[variable] = upper[variable] = 0;
    });
    const quadratic = this.#curved(centre, supports, this.epigraphs.map(({ cost }) => cost ?? 0), linear);
    const cut = (entries: Float64Array): Float64Array => entries.subarray(0, count);
    return {
      program: { ...this.#base, size: count, quadratic, linear: cut(linear), lower: cut(lower), upper: cut(upper) },
      expand: ({ x, z }) => this.#expanded(x, z),
    };
  }

  /**
   * Sets negligible slopes to 0 if the program has running maxima or drawdowns: rows with almost no cost leave a solver
   * few digits.
   */
  #worthy(slopes: Float64Array): Float64Array {
    if (!hasChain(this.program)) return slopes;
    const least = NO_TERM_OF_SLOPE * maximumNorm(slopes);
    return slopes.map((slope) => Math.abs(slope) < least ? 0 : slope);
  }

  /** The program with cuts in place of the epigraphs, and with their curvature times multipliers in the objective. */
  cut(
    centre: Float64Array,
    { supports, multipliers, cuts }: { supports: Supports; multipliers: readonly number[]; cuts: readonly Tangent[] },
  ): ModelProgram {
    const { rows, blocks, ...base } = this.#base, linear = base.linear.slice();
    const quadratic = this.#curved(centre, supports, multipliers, linear);
    const added: Block = {
      cone: nonnegative,
      firstRow: rows.length,
      rows: cuts.length,
      label: null,
      unit: 1,
      isDefinition: true,
    };
    return {
      program: {
        ...base,
        quadratic,
        linear,
        rows: Affine.stack([rows, ...cuts.map((one) => this.#rowOf(one))]),
        blocks: cuts.length === 0 ? blocks : [...blocks, added],
      },
      expand: ({ x, z }) => this.#expanded(x, z),
    };
  }

  /**
   * Returns the point with multipliers on the epigraphs. Each linear function adds λ (1, -slopes) to the multipliers of
   * the rows of its epigraph, with λ = `length`.
   */
  withFunctions({ x, z }: Point, functions: readonly (Tangent & { readonly length: number })[]): Point {
    const multipliers = z.slice();
    for (const { epigraph, slopes, length } of functions) {
      const { firstRow } = this.epigraphs[epigraph].block;
      normalOf(slopes, length).forEach((entry, i) => multipliers[firstRow + i] += entry);
    }
    return { x, z: multipliers };
  }

  #rowOf({ epigraph, slopes }: Tangent): Affine {
    const { rows, size } = this.program, { block } = this.epigraphs[epigraph];
    const normal = normalOf(slopes, 1), multipliers = new Float64Array(rows.length), by = new Float64Array(size);
    multipliers.set(normal, block.firstRow);
    rows.addTransposed(multipliers, by);
    const columns = Uint32Array.from(Array.from(by.keys()).filter((j) => by[j] !== 0));
    const constant = normal.reduce((sum, entry, i) => sum + entry * rows.constant[block.firstRow + i], 0);
    return Affine.combination(columns, Float64Array.from(columns, (j) => by[j])).plus(Affine.constant(constant));
  }

  /**
   * Returns multipliers of the given program from those of a model, whose first rows are the rows outside the
   * epigraphs. The multipliers of the epigraphs are 0.
   */
  expand(z: Float64Array): Float64Array {
    return withBlocks(this.program, this.#places, z.subarray(0, this.#base.rows.length));
  }

  #expanded(x: Float64Array, z: Float64Array): Point {
    const whole = new Float64Array(this.program.size);
    whole.set(x);
    return { x: whole, z: this.expand(z) };
  }

  /**
   * The quadratic terms of a model with the curvature of each function around the centre. Adds the linear part of these
   * terms to `linear`.
   */
  #curved(
    centre: Float64Array,
    supports: Supports,
    multipliers: readonly number[],
    linear: Float64Array,
  ): readonly QuadraticTerm[] {
    const added = this.epigraphs.flatMap(({ coefficients }, k): QuadraticTerm[] => {
      const { curvature } = supports[k];
      if (curvature === null || !(multipliers[k] > 0)) return [];
      const of = coefficients(centre);
      if (of === null) return [];
      const product = this.#linearAlgebra.crossProduct(curvature.times(of.block));
      return [{
        offset: of.offset,
        size: product.columns,
        matrix: product,
        factor: multipliers[k] * curvature.factor,
      }];
    });
    for (const term of added) shiftTo(centre, term, linear);
    return mergedQuadratics([...this.#base.quadratic, ...added]);
  }
}
