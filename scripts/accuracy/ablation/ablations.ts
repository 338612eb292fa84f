/** One part of the solver that an ablation switches off. */
export interface Ablation {
  readonly id: string;
  /** A way solves a program, a reduction makes it smaller or scales it better, a mend betters an answer. */
  readonly kind: "way" | "reduction" | "mend";
  /** Module under `src/optimization`. */
  readonly module: string;
  /** JavaScript after `export const`: the name of a function of the module, and the function that replaces it. */
  readonly off: string;
}

const UNPROVEN =
  '{ status: "not_proven", point: null, residuals: null, solver: "none", iterations: 0, isContradicted: false }';
const UNSOLVED = '{ status: "unsolved", solver: "none", iterations: 0 }';

/**
 * List of all ablations. Each replaces what a module exports by what says "nothing found" or "nothing to be done", as
 * its callers know it.
 */
export const ABLATIONS: readonly Ablation[] = [
  way("active set of a budget", "solve_budget_program.ts", "solveBudgetProgram = () => null"),
  way("chain", "solve_chained.ts", "solveChained = () => null"),
  way("ratio by prices", "solve_ratio.ts", "solveRatio = () => null"),
  way("norm limit by prices", "solve_by_penalty.ts", "solveByPenalty = () => null"),
  way("trade-off by prices", "solve_by_trade_off.ts", `solveByTradeOff = () => (${UNPROVEN})`),
  way("few variables and hinges", "solve_lazily.ts", `solveLazily = () => (${UNSOLVED})`),
  way("dense solver", "solve_dense.ts", "solveDense = () => null"),
  way("interior point for hinges", "solve_hinges.ts", "solveHinges = () => null"),
  way("Newton steps on functions", "search_by_newton.ts", "searchByNewton = () => {}"),
  way("steps on logarithms", "search_by_logarithms.ts", "searchByLogarithms = () => {}"),
  way("start by the worst losses", "start_by_largest.ts", "startByLargest = (_search, start) => start"),
  reduction("rows that follow", "following_rows.ts", "followingRows = ({ rows }) => new Uint8Array(rows.length)"),
  reduction("rows as bounds", "rows_as_bounds.ts", "rowsAsBounds = (program) => ({ program, back: (point) => point })"),
  reduction(
    "ties",
    "without_ties.ts",
    "withoutTies = (conic, { equalities, kind }) => " +
      "({ conic, equalities, kind, kept: Uint32Array.from(kind.keys()), back: (point) => ({ ...point }) })",
  ),
  reduction(
    "scaled columns",
    "scale_columns.ts",
    'scaleColumns = asTheyAre; import { asTheyAre } from "ROOT/scaled_program.ts"',
  ),
  reduction(
    "Ruiz scaling",
    "equilibrate.ts",
    'equilibrate = asTheyAre; import { asTheyAre } from "ROOT/scaled_program.ts"',
  ),
  mend("norms of 0 as equalities", "rest_norms.ts", "restNorms = () => null"),
  mend("norm limit missed", "solve_by_penalty.ts", "provesNormMissed = () => false"),
  mend("widened limits", "widen_limits.ts", "widenLimits = (program) => ({ program, back: (point) => point })"),
  mend("steps in smaller units", "magnify.ts", "magnify = () => null"),
  mend("multipliers without idle rows", "without_idle_multipliers.ts", "withoutIdleMultipliers = () => null"),
  mend("least-norm multipliers", "restore_multipliers.ts", "restoreMultipliers = () => null"),
  mend("without hinges", "solve_without_hinges.ts", "solveWithoutHinges = () => null"),
  mend("rows met to rounding", "restore.ts", "restore = () => null"),
  mend("point on its active set", "restore_optimum.ts", "restoreOptimum = () => null"),
  mend("gap in twice the digits", "exact_gap.ts", "exactGap = () => Infinity"),
  mend("receding weights", "recedes.ts", "recedes = () => false"),
];

function way(id: string, file: string, off: string): Ablation {
  return { id, kind: "way", module: `solve/${file}`, off };
}

function reduction(id: string, file: string, off: string): Ablation {
  return { id, kind: "reduction", module: `solve/${file}`, off };
}

function mend(id: string, file: string, off: string): Ablation {
  return { id, kind: "mend", module: `solve/${file}`, off };
}
