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
  way("active set of a budget", "engines/solve_budget_program.ts", "solveBudgetProgram = () => null"),
  way("chain", "engines/solve_chained.ts", "solveChained = () => null"),
  way("ratio by prices", "ways/prices/solve_ratio.ts", "solveRatio = () => null"),
  way("norm limit by prices", "ways/prices/solve_by_penalty.ts", "solveByPenalty = () => null"),
  way("trade-off by prices", "ways/prices/solve_by_trade_off.ts", `solveByTradeOff = () => (${UNPROVEN})`),
  way("few variables and hinges", "ways/few/solve_lazily.ts", `solveLazily = () => (${UNSOLVED})`),
  way("dense solver", "engines/solve_dense.ts", "solveDense = () => null"),
  way("interior point for hinges", "engines/solve_hinges.ts", "solveHinges = () => null"),
  way("Newton steps on functions", "ways/tangents/search_by_newton.ts", "searchByNewton = () => {}"),
  way("steps on logarithms", "ways/tangents/search_by_logarithms.ts", "searchByLogarithms = () => {}"),
  way("start by the worst losses", "ways/tangents/start_by_largest.ts", "startByLargest = (_search, start) => start"),
  reduction(
    "rows that follow",
    "presolve/following_rows.ts",
    "followingRows = ({ rows }) => new Uint8Array(rows.length)",
  ),
  reduction(
    "rows as bounds",
    "presolve/rows_as_bounds.ts",
    "rowsAsBounds = (program) => ({ program, back: (point) => point })",
  ),
  reduction(
    "ties",
    "presolve/without_ties.ts",
    "withoutTies = (conic, { equalities, kind }) => " +
      "({ conic, equalities, kind, kept: Uint32Array.from(kind.keys()), back: (point) => ({ ...point }) })",
  ),
  reduction(
    "scaled columns",
    "presolve/scale_columns.ts",
    'scaleColumns = asTheyAre; import { asTheyAre } from "ROOT/presolve/scaled_program.ts"',
  ),
  reduction(
    "Ruiz scaling",
    "presolve/equilibrate.ts",
    'equilibrate = asTheyAre; import { asTheyAre } from "ROOT/presolve/scaled_program.ts"',
  ),
  mend("norms of 0 as equalities", "presolve/norms_as_equalities.ts", "normsAsEqualities = () => null"),
  mend(
    "widened limits",
    "presolve/widen_limits.ts",
    "widenLimits = (program) => ({ program, back: (point) => point })",
  ),
  mend("steps in smaller units", "presolve/magnify.ts", "magnify = () => null"),
  mend(
    "multipliers of active rows",
    "refine/without_inactive_multipliers.ts",
    "withoutInactiveMultipliers = () => null",
  ),
  mend("least-norm multipliers", "refine/restore_multipliers.ts", "restoreMultipliers = () => null"),
  mend("without hinges", "rescues/solve_without_hinges.ts", "solveWithoutHinges = () => null"),
  mend("rows met to rounding", "refine/restore.ts", "restore = () => null"),
  mend("gap in twice the digits", "certify/exact_gap.ts", "exactGap = () => Infinity"),
  mend("receding weights", "ways/recedes.ts", "recedes = () => false"),
];

function way(id: string, module: string, off: string): Ablation {
  return { id, kind: "way", module, off };
}

function reduction(id: string, module: string, off: string): Ablation {
  return { id, kind: "reduction", module, off };
}

function mend(id: string, module: string, off: string): Ablation {
  return { id, kind: "mend", module, off };
}
