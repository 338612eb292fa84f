import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { QuadraticAnswer, QuadraticProgram } from "../../kernels/quadratic.ts";
import { normalOf } from "../cones/epigraph_cone.ts";
import type { Program } from "../program/program.ts";
import type { PeakForm } from "./peak_form.ts";
import type { Supports, TangentModel } from "./tangent_model.ts";

/** Rounds in which peaks become open and columns are taken in; what is left is the next step's. */
const MOST_ROUNDS = 6;
/** The work on a step is cubic in both: with more the chain is faster. */
const MOST_OPEN = 120, MOST_USED = 200;
/** Of the largest curvature: added to each, so that a step has one answer. */
const PROXIMAL = 1e-10;
/** Of the largest slope, what a column is to gain, and of the maximum so far, by how much a path is to exceed it. */
const WORTH = 1e-9, ABOVE = 1e-9;
const TOLERANCE = 1e-12;

/** What the last step tells the next one. */
export interface KnownPeaks {
  /** 1 for the periods that may be peaks or not. */
  readonly open: Uint8Array;
  /** The limits at which the last answer stood, by variables and by rows of the program; null where it was far off. */
  readonly sides: { readonly bounds: ReadonlyMap<number, number>; readonly rows: ReadonlyMap<number, number> } | null;
}

/** Where a model is least. */
export interface PeakStep {
  /** A point but for what is set by others. */
  readonly x: Float64Array;
  /** Multipliers of the rules, and of the rows m_t ≥ a_t of the open periods. */
  readonly z: Float64Array;
  /** 1 for the periods that are peaks whatever else. */
  readonly isPeak: Uint8Array;
  readonly known: KnownPeaks;
  readonly iterations: number;
}

/** A row of the running maximum M of an open period: M ≥ a, or M ≥ the maximum before it. */
interface Tie {
  readonly row: number;
  /** The period whose path stands on the right, -1 for none, and the variable that does. */
  readonly period: number;
  readonly before: number;
  readonly variable: number;
  readonly slack: number;
}

/** Running maxima of the open periods as variables, the others put in. */
interface Leaders {
  readonly periods: readonly number[];
  readonly levels: readonly number[];
  readonly costs: readonly number[];
  readonly ties: readonly Tie[];
  /** The slopes of the columns, with those of peaks. */
  readonly gradient: Float64Array;
}

/** Functions of drawdowns near a point, to second order, with their peaks free to change. */
export class PeakModel {
  readonly #program: Program;
  readonly #form: PeakForm;
  readonly #kernels: Kernels;
  readonly #centre: Float64Array;
  readonly #slacks: Float64Array;
  /** What the running maxima are of, at the centre. */
  readonly #values: Float64Array;
  readonly #gradient: Float64Array;
  readonly #onMaxima: Float64Array;
  readonly #isRecord: Uint8Array;
  /** The curvature is Σ factor X'X. */
  readonly #squares: readonly { readonly factor: number; readonly rows: Matrix }[];

  constructor(
    { program, epigraphs }: TangentModel,
    { form, kernels, centre, supports }: {
      readonly form: PeakForm;
      readonly kernels: Kernels;
      readonly centre: Float64Array;
      readonly supports: Supports;
    },
  ) {
    const { maxima: { offset, count, firstRow }, columns } = form;
    [this.#program, this.#form, this.#kernels, this.#centre] = [program, form, kernels, centre];
    this.#slacks = program.rows.evaluate(centre);
    const slopes = slopesAt({ program, epigraphs }, supports);
    this.#gradient = Float64Array.from(columns, (j) => slopes[j]);
    this.#onMaxima = slopes.subarray(offset, offset + count);
    this.#values = Float64Array.from({ length: count }, (_, t) => centre[offset + t] - this.#slacks[firstRow + t]);
    this.#isRecord = new Uint8Array(count);
    for (let t = 0, highest = 0; t < count; t++) {
      if (this.#values[t] > highest) [highest, this.#isRecord[t]] = [this.#values[t], 1];
    }
    this.#squares = epigraphs.flatMap(({ cost }, k) => {
      const { curvature } = supports[k];
      if (curvature === null || !(cost !== null && cost > 0)) return [];
      return [{ factor: cost * curvature.factor, rows: curvature.times(this.#coefficients(k)) }];
    });
  }

  /** The arguments of an epigraph by the columns, with running maxima as the paths that they are at the centre. */
  #coefficients(k: number): Matrix {
    const { paths, epigraphs, columns: { length: n } } = this.#form, { own, start, period, by } = epigraphs[k];
    const peaks = new Int32Array(paths.rows), data = own.data.slice();
    for (let t = 0, peak = -1; t < peaks.length; t++) peaks[t] = peak = this.#isRecord[t] ? t : peak;
    for (let i = 0; i < own.rows; i++) {
      for (let p = start[i]; p < start[i + 1]; p++) {
        const from = peaks[period[p]] * n;
        if (from < 0) continue;
        for (let j = 0, to = i * n; j < n; j++, to++) data[to] += by[p] * paths.data[from + j];
      }
    }
    return matrix(own.rows, n, data);
  }

  /** The least of the model under the rules; null where it is not found, or would take too long. */
  least({ open: known, sides }: KnownPeaks): PeakStep | null {
    const open = known.slice(), isUsed = this.#usedColumns();
    let iterations = 0, used = new Uint32Array(0), curvature = matrix(0, 0);
    for (let round = 0;; round++) {
      if (countOf(isUsed) !== used.length || round === 0) {
        used = Uint32Array.from(isUsed.keys()).filter((k) => isUsed[k] === 1);
        curvature = this.#curvatureOf(used);
      }
      if (used.length === 0 || used.length > MOST_USED || countOf(open) > MOST_OPEN) return null;
      const leaders = this.#leadersOf(open);
      const { program, rows, variables } = this.#quadraticProgram(leaders, { used, curvature });
      const warmStart = sides === null || round > 0 ? null : {
        bounds: Int8Array.from(variables, (j) => sides.bounds.get(j) ?? 0),
        rows: Int8Array.from(rows, (row) => sides.rows.get(row) ?? 0),
      };
      const answer = this.#kernels.quadratic.solve(program, { tolerance: TOLERANCE, ...warmStart && { warmStart } });
      iterations += answer.iterations;
      if (answer.status !== "optimal" || !answer.x.every(Number.isFinite)) return null;
      const step = new Float64Array(isUsed.length);
      used.forEach((k, i) => step[k] = answer.x[i]);
      const changed = this.#takeIn(isUsed, this.#costsAt(leaders, { step, answer })) +
        this.#openUp(open, { step, levels: leaders.levels.map((level, k) => level + answer.x[used.length + k]) });
      if (changed > 0 && round < MOST_ROUNDS - 1) continue;
      const { bounds, rows: ofRows } = answer.activeSet;
      return {
        x: this.#pointOf(used, answer),
        z: this.#multipliersOf(rows, answer),
        isPeak: this.#isRecord.map((is, t) => leaders.periods.includes(t) ? 0 : is),
        known: {
          open,
          sides: {
            bounds: new Map(variables.map((j, i) => [j, bounds[i]])),
            rows: new Map(rows.map((row, i) => [row, ofRows[i]])),
          },
        },
        iterations,
      };
    }
  }

  /** 1 for the columns that are off their lower bounds. */
  #usedColumns(): Uint8Array {
    const { lower, upper } = this.#program;
    return Uint8Array.from(this.#form.columns, (j) => lower[j] < upper[j] && this.#centre[j] > lower[j] ? 1 : 0);
  }

  #curvatureOf(used: Uint32Array): Matrix {
    const u = used.length, sum = matrix(u, u);
    for (const { factor, rows: { rows, columns, data } } of this.#squares) {
      const cut = matrix(rows, u);
      for (let i = 0, to = 0; i < rows; i++) {
        for (let k = 0; k < u; k++, to++) cut.data[to] = data[i * columns + used[k]];
      }
      const product = this.#kernels.linearAlgebra.crossProduct(cut);
      for (let k = 0; k < sum.data.length; k++) sum.data[k] += factor * product.data[k];
    }
    let most = 0;
    for (let k = 0; k < u; k++) most = Math.max(most, sum.data[k * (u + 1)]);
    for (let k = 0; k < u; k++) sum.data[k * (u + 1)] += PROXIMAL * most;
    return sum;
  }

  /** Each running maximum is what leads it: a peak, whose path is put in, or the variable of an open period. */
  #leadersOf(open: Uint8Array): Leaders {
    const { paths: { data }, maxima: { firstRow, count }, columns: { length: n } } = this.#form;
    const periods: number[] = [], levels: number[] = [], costs: number[] = [], ties: Tie[] = [];
    const gradient = this.#gradient.slice();
    for (let t = 0, period = -1, variable = -1, level = 0; t < count; t++) {
      if (open[t]) {
        const own = { variable: periods.length }, value = this.#values[t], before = { period, before: variable };
        const highest = Math.max(level, value);
        ties.push({ row: firstRow + t, period: t, before: -1, slack: highest - value, ...own });
        if (period >= 0 || variable >= 0) {
          ties.push({ row: firstRow + count + t - 1, slack: highest - level, ...before, ...own });
        }
        [period, variable, level] = [-1, periods.length, highest];
        periods.push(t);
        levels.push(level);
        costs.push(0);
      } else if (this.#isRecord[t]) [period, variable, level] = [t, -1, this.#values[t]];
      if (variable >= 0) costs[variable] += this.#onMaxima[t];
      else if (period >= 0) {
        for (let j = 0, from = period * n; j < n; j++) gradient[j] += this.#onMaxima[t] * data[from + j];
      }
    }
    return { periods, levels, costs, ties, gradient };
  }

  /** In steps from the centre: used columns, then running maxima of open periods; rules, then ties. */
  #quadraticProgram(
    { periods, levels, costs, ties, gradient }: Leaders,
    { used, curvature }: { readonly used: Uint32Array; readonly curvature: Matrix },
  ): { readonly program: QuadraticProgram; readonly rows: readonly number[]; readonly variables: readonly number[] } {
    const { columns, paths, rules, maxima: { offset } } = this.#form, n = columns.length, u = used.length;
    const size = u + periods.length, P = matrix(size, size), q = new Float64Array(size);
    for (let k = 0; k < u; k++) {
      P.data.set(curvature.data.subarray(k * u, (k + 1) * u), k * size);
      q[k] = gradient[used[k]];
    }
    q.set(costs, u);
    const equalities = rules.filter(({ isEquality }) => isEquality), limits = rules.filter((one) => !one.isEquality);
    const A = matrix(equalities.length, size), G = matrix(limits.length + ties.length, size);
    for (const [to, of] of [[A, equalities], [G, limits]] as const) {
      of.forEach(({ entries }, i) => used.forEach((at, k) => to.data[i * size + k] = entries[at]));
    }
    ties.forEach(({ period, before, variable }, i) => {
      const to = (limits.length + i) * size;
      if (period >= 0) used.forEach((at, k) => G.data[to + k] = -paths.data[period * n + at]);
      G.data[to + u + variable] = 1;
      if (before >= 0) G.data[to + u + before] = -1;
    });
    const { lower, upper } = this.#program, own = Array.from(used, (k) => columns[k]);
    const most = new Float64Array(size).fill(Infinity);
    own.forEach((j, k) => most[k] = upper[j] - this.#centre[j]);
    return {
      program: {
        P,
        q,
        A,
        b: Float64Array.from(equalities, ({ row }) => -this.#slacks[row]),
        G,
        l: Float64Array.of(...limits.map(({ row }) => -this.#slacks[row]), ...ties.map(({ slack }) => -slack)),
        u: new Float64Array(G.rows).fill(Infinity),
        lower: Float64Array.of(...own.map((j) => lower[j] - this.#centre[j]), ...levels.map((level) => -level)),
        upper: most,
      },
      rows: [...limits, ...ties].map(({ row }) => row),
      variables: [...own, ...periods.map((t) => offset + t)],
    };
  }

  /** What the columns cost at an answer. */
  #costsAt(
    { gradient, ties }: Leaders,
    { step, answer: { y, z } }: { readonly step: Float64Array; readonly answer: QuadraticAnswer },
  ): Float64Array {
    const { paths: { data }, rules } = this.#form, n = step.length, costs = gradient.slice();
    for (const { factor, rows: { rows, data: squares } } of this.#squares) {
      for (let i = 0, from = 0; i < rows; i++, from += n) {
        let by = 0;
        for (let j = 0; j < n; j++) by += squares[from + j] * step[j];
        for (let j = 0; j < n; j++) costs[j] += factor * by * squares[from + j];
      }
    }
    let equality = 0, limit = 0;
    for (const { entries, isEquality } of rules) {
      const by = isEquality ? y[equality++] : z[limit++];
      if (by !== 0) { for (let j = 0; j < n; j++) costs[j] += by * entries[j]; }
    }
    ties.forEach(({ period }, i) => {
      const by = z[limit + i], from = period * n;
      if (from >= 0 && by !== 0) { for (let j = 0; j < n; j++) costs[j] -= by * data[from + j]; }
    });
    return costs;
  }

  /** Takes in the columns that would better an answer; answers how many. */
  #takeIn(isUsed: Uint8Array, costs: Float64Array): number {
    const { lower, upper } = this.#program, { columns } = this.#form;
    const size = this.#gradient.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    let taken = 0;
    for (let k = 0; k < isUsed.length; k++) {
      if (isUsed[k] || !(lower[columns[k]] < upper[columns[k]]) || costs[k] >= -WORTH * size) continue;
      isUsed[k] = 1;
      taken++;
    }
    return taken;
  }

  /**
   * Opens the peaks of the centre that are none after a step, and between leaders the period that exceeds them most;
   * answers how many.
   */
  #openUp(
    open: Uint8Array,
    { step, levels }: { readonly step: Float64Array; readonly levels: readonly number[] },
  ): number {
    const { data } = this.#form.paths, n = step.length, found: number[] = [];
    let level = 0, passed = 0, most = 0, highest = -1;
    const close = (): void => {
      if (highest >= 0) found.push(highest);
      [most, highest] = [0, -1];
    };
    for (let t = 0, from = 0; t < open.length; t++, from += n) {
      if (open[t]) {
        close();
        level = levels[passed++];
        continue;
      }
      let value = this.#values[t];
      for (let j = 0; j < n; j++) value += data[from + j] * step[j];
      if (this.#isRecord[t]) {
        close();
        if (value < level - ABOVE * Math.abs(level)) found.push(t);
        level = value;
      } else if (value - level > Math.max(most, ABOVE * Math.abs(level))) [most, highest] = [value - level, t];
    }
    close();
    for (const t of found) open[t] = 1;
    return found.length;
  }

  /** The point of an answer: exactly at the bounds that it stands at. */
  #pointOf(used: Uint32Array, { x: step, activeSet: { bounds } }: QuadraticAnswer): Float64Array {
    const { lower, upper } = this.#program, x = this.#centre.slice();
    used.forEach((k, i) => {
      const j = this.#form.columns[k];
      x[j] = bounds[i] < 0 ? lower[j] : bounds[i] > 0 ? upper[j] : x[j] + step[i];
    });
    return x;
  }

  #multipliersOf(rows: readonly number[], answer: QuadraticAnswer): Float64Array {
    const z = new Float64Array(this.#program.rows.length), { rules, maxima: { firstRow, count } } = this.#form;
    rules.filter(({ isEquality }) => isEquality).forEach(({ row }, i) => z[row] = -answer.y[i]);
    // What the steps from period to period bear follows from the others.
    rows.forEach((row, i) => z[row] = row >= firstRow + count && row < firstRow + 2 * count - 1 ? 0 : -answer.z[i]);
    return z;
  }
}

/** The slopes of all variables where functions are put in for the t of their epigraphs. */
export function slopesAt(
  { program, epigraphs }: Pick<TangentModel, "program" | "epigraphs">,
  supports: Supports,
): Float64Array {
  const slopes = program.linear.slice(), normals = new Float64Array(program.rows.length);
  epigraphs.forEach(({ block, cost }, k) => normals.set(normalOf(supports[k].slopes, cost ?? 0), block.firstRow));
  program.rows.addTransposed(normals, slopes, { factor: -1 });
  for (const { variable } of epigraphs) slopes[variable] = 0;
  return slopes;
}

function countOf(flags: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < flags.length; k++) count += flags[k];
  return count;
}
