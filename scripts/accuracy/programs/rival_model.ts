import type { Highs, ModelData } from "highs";

/** Type of the status that HiGHS reports for a model. No verdict relies on this status alone. */
export type RivalStatus = "optimal" | "infeasible" | "unbounded" | "other";

/** Answer of HiGHS to a model: its status and the values of the variables. */
export interface RivalAnswer {
  readonly status: RivalStatus;
  /** Value of each variable, or null where HiGHS found none. */
  readonly values: Float64Array | null;
}

/** Terms of a linear row: pairs of variable index and coefficient. */
export type Terms = readonly (readonly [column: number, coefficient: number])[];

interface Range {
  readonly lower: number;
  readonly upper: number;
}

interface Row extends Range {
  readonly terms: Terms;
}

/**
 * A linear or convex quadratic program for HiGHS: minimise Σ cost[j] x[j] + ½ Σ square[j] x[j]² within limits of
 * variables and rows. Each variable may have its own unit; each row is divided by its largest coefficient. Integer
 * variables count only in a linear program; a quadratic one treats them as continuous.
 */
export class RivalModel {
  readonly #lower: number[] = [];
  readonly #upper: number[] = [];
  readonly #unit: number[] = [];
  readonly #cost: number[] = [];
  readonly #square: number[] = [];
  readonly #integer: boolean[] = [];
  readonly #rows: Row[] = [];

  get columns(): number {
    return this.#lower.length;
  }

  /** Adds a variable to the HiGHS model and returns its index. The solver measures it in `unit`. */
  column(
    { lower = -Infinity, upper = Infinity, unit = 1, isInteger = false }: Partial<Range> & {
      unit?: number;
      isInteger?: boolean;
    } = {},
  ): number {
    this.#lower.push(lower);
    this.#upper.push(upper);
    this.#unit.push(unit);
    this.#integer.push(isInteger);
    this.#cost.push(0);
    this.#square.push(0);
    return this.#lower.length - 1;
  }

  /** Adds the row lower ≤ Σ coefficient x[column] ≤ upper to the HiGHS model, unless it has no limit. */
  row(terms: Terms, { lower = -Infinity, upper = Infinity }: Partial<Range>): void {
    if (lower === -Infinity && upper === Infinity) return;
    this.#rows.push({ terms: terms.filter(([, coefficient]) => coefficient !== 0), lower, upper });
  }

  /** Adds an amount to the linear cost of a variable in the objective of the HiGHS model. */
  cost(column: number, by: number): void {
    this.#cost[column] += by;
  }

  /** Adds ½ `by` x² to the objective of the model, for the variable x of the given index. */
  square(column: number, by: number): void {
    this.#square[column] += by;
  }

  /**
   * Solves the model with HiGHS. The returned values are in the units of the caller. A failure of HiGHS gives the
   * status "other". Throws where HiGHS refuses an option or the model.
   */
  solve(highs: Highs, options: Readonly<Record<string, number | string | boolean>> = {}): RivalAnswer {
    const model = highs.raw.createModel();
    try {
      for (const [name, value] of Object.entries({ ...OPTIONS, ...options })) {
        if (model.setOptionValue(name, value).status < 0) throw new Error(`HiGHS refuses ${name} of ${value}`);
      }
      if (model.passModel(this.#data(highs)).status < 0) throw new Error("HiGHS refuses the model");
      if (model.run().status < 0) return { status: "other", values: null };
      const found = model.getSolution().value?.colValue ?? null;
      const values = found === null || !found.every(Number.isFinite)
        ? null
        : found.map((value, j) => value * this.#unit[j]);
      return { status: STATUSES[model.getModelStatus()] ?? "other", values };
    } finally {
      model.dispose();
    }
  }

  #data(highs: Highs): ModelData {
    const unit = this.#unit, numCols = this.columns, numRows = this.#rows.length;
    const starts = [0], indices: number[] = [], values: number[] = [], rowLower: number[] = [], rowUpper: number[] = [];
    for (const { terms, lower, upper } of this.#rows) {
      const largest = Math.max(0, ...terms.map(([j, coefficient]) => Math.abs(coefficient * unit[j]))) || 1;
      for (const [j, coefficient] of terms) {
        indices.push(j);
        values.push(coefficient * unit[j] / largest);
      }
      starts.push(indices.length);
      rowLower.push(lower / largest);
      rowUpper.push(upper / largest);
    }
    const costs = this.#cost.map((cost, j) => cost * unit[j]), squares = this.#square.map((by, j) => by * unit[j] ** 2);
    const size = Math.max(...costs.map(Math.abs), ...squares) || 1;
    const infinite = (entry: number): number => Number.isFinite(entry) ? entry : Math.sign(entry) * highs.infinity;
    const data: ModelData = {
      numCols,
      numRows,
      colCost: costs.map((cost) => cost / size),
      colLower: this.#lower.map((lower, j) => infinite(lower / unit[j])),
      colUpper: this.#upper.map((upper, j) => infinite(upper / unit[j])),
      rowLower: rowLower.map(infinite),
      rowUpper: rowUpper.map(infinite),
      matrix: { format: "csr", numRows, numCols, starts, indices, values },
    };
    if (!squares.some((by) => by > 0)) {
      if (!this.#integer.includes(true)) return data;
      return { ...data, integrality: Int32Array.from(this.#integer, (isInteger) => isInteger ? 1 : 0) };
    }
    const used = squares.flatMap((by, j) => by > 0 ? [j] : []);
    const hessianStarts = [0];
    squares.forEach((by, j) => hessianStarts.push(hessianStarts[j] + (by > 0 ? 1 : 0)));
    return {
      ...data,
      hessian: {
        format: "triangular",
        dimension: numCols,
        starts: hessianStarts,
        indices: used,
        values: used.map((j) => squares[j] / size),
      },
    };
  }
}

const OPTIONS: Readonly<Record<string, number | string | boolean>> = {
  output_flag: false,
  simplex_iteration_limit: 20_000,
  qp_iteration_limit: 5_000,
  time_limit: 1,
  small_matrix_value: 1e-12,
  primal_feasibility_tolerance: 1e-10,
  dual_feasibility_tolerance: 1e-10,
  mip_rel_gap: 0,
  mip_max_nodes: 2_000,
  mip_feasibility_tolerance: 1e-9,
};

/** Statuses of a HiGHS model by the numeric codes of HiGHS. */
const STATUSES: Readonly<Partial<Record<number, RivalStatus>>> = {
  7: "optimal",
  8: "infeasible",
  9: "other",
  10: "unbounded",
};
