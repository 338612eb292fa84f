import { maximumNorm } from "../../../domain/matrix.ts";
import type { Program } from "../../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "../../presolve/reduction.ts";
import { BATCH, fixAtLower } from "../../presolve/take_in.ts";
import { WRONG_SIDE } from "../../program/rounding.ts";
import { AT_BOUND, kinks, nearest } from "./kinks.ts";
import { settledVariables } from "../../program/settled_variables.ts";

/**
 * How many hinges stay undecided when a point decides the others, for hinges that cost in one of the ways of
 * `UNDECIDED`.
 */
interface Undecided {
  /** Number of undecided hinges for each free variable that no other variable sets. */
  readonly perVariable: number;
  /** Least number of undecided hinges, as a share of all hinges. */
  readonly share: number;
  /** The same share where the point is the guess. */
  readonly shareOfGuess: number;
  /**
   * If more hinges are undecided than this multiple of the number that `perVariable` and `share` give, a rough answer
   * decides more of them before an exact solve.
   */
  readonly many: number;
}

/**
 * The numbers for hinges with a cost of their own, for hinges in rows that limit them, and for hinges whose squares
 * have a cost. With costs of their own, an optimum has as many hinges at their kink as variables, and a nearby point
 * does not show which. Of very many hinges, a share lies within the error of that point. After a guess the share is
 * larger, because the first answer moves so far that many of the decided hinges are wrong. If squares have a cost, no
 * hinge needs to be at its kink. In limits or squared, undecided hinges slow a round down more.
 */
const UNDECIDED = {
  byThemselves: { perVariable: 8, share: 0.02, shareOfGuess: 0.06, many: 2 },
  inLimits: { perVariable: 8, share: 0, shareOfGuess: 0, many: 1 },
  bySquares: { perVariable: 3, share: 0, shareOfGuess: 0, many: 1 },
} satisfies Readonly<Record<string, Undecided>>;
/** Least number of hinges per variable that stay undecided, however hinges cost. */
const LEAST_PER_VARIABLE = 3;
/**
 * Largest number of undecided hinges that `perVariable` asks for. Programs with more variables keep that many, or more
 * by `LEAST_PER_VARIABLE` and `share`.
 */
const MOST_BY_KIND = 300;
/**
 * If more than this share of the hinges would stay undecided, none is decided: a further round costs more than solving
 * for the rest.
 */
const WORTH_DECIDING = 0.5;
/**
 * In a program with running maxima, a round makes at most this many wrongly decided hinges undecided, or the share
 * below. A point that shows many hinges as wrong is mistaken about most of them.
 */
const MOST_WRONG_OVER_MAXIMA = 60;
/** The same limit as a share of the hinges. The larger of the two limits holds. */
const WRONG_SHARE_OVER_MAXIMA = 0.05;

/** A point at which hinges u ≥ a are decided. */
export interface DecidingPoint {
  /** a of each hinge. */
  readonly excess: Float64Array;
  /** Number of free variables of the reduction that no other variable sets. */
  readonly moving: number;
}

/** Decides all hinges at a guess, off at u = 0 or on at u = a, except those nearest their kink. */
export function decideByGuess(program: Program, reduction: Reduction, { excess, moving }: DecidingPoint): void {
  const { wanted } = undecidedNumbers(program, moving), { shareOfGuess } = UNDECIDED[costsOf(program)];
  const kept = Math.max(wanted, Math.round(shareOfGuess * program.hinges.row.length));
  if (isWorthDeciding(program, wanted)) decideBut(program, reduction, { excess, kept });
}

/** If many hinges are undecided, decides all of them at a point except those nearest their kink. */
export function decideHinges(
  program: Program,
  reduction: Reduction,
  { excess, moving }: { readonly excess: () => Float64Array; readonly moving: number },
): void {
  const { wanted: kept } = undecidedNumbers(program, moving);
  if (areManyUndecided(program, reduction, moving)) decideBut(program, reduction, { excess: excess(), kept });
}

/** Whether so many hinges are undecided that deciding more of them is faster than solving to full accuracy. */
export function areManyUndecided(program: Program, reduction: Reduction, moving: number): boolean {
  const { wanted, many } = undecidedNumbers(program, moving);
  return isWorthDeciding(program, wanted) && undecidedOf(program, reduction).length > many;
}

/** Whether the objective contains squares of hinges or of running maxima. */
export function areSquared(program: Program): boolean {
  const isSettled = settledVariables(program);
  return program.quadratic.some(({ offset }) => isSettled[offset] === 1);
}

function costsOf(program: Program): keyof typeof UNDECIDED {
  if (areSquared(program)) return "bySquares";
  return program.hinges.limits.length > 0 ? "inLimits" : "byThemselves";
}

/**
 * Returns how many hinges are to stay undecided (`wanted`), and above which number of undecided hinges more are decided
 * before an exact solve (`many`).
 */
function undecidedNumbers(program: Program, moving: number): { readonly wanted: number; readonly many: number } {
  const { perVariable, share, many } = UNDECIDED[costsOf(program)];
  const least = LEAST_PER_VARIABLE * (moving + 1), few = Math.min(perVariable * (moving + 1), MOST_BY_KIND);
  const byKind = Math.max(few, Math.round(share * program.hinges.row.length));
  return { wanted: Math.max(least, byKind), many: Math.max(least, many * byKind) };
}

function isWorthDeciding({ hinges: { row } }: Program, wanted: number): boolean {
  return wanted <= WORTH_DECIDING * row.length;
}

function undecidedOf({ hinges: { row } }: Program, { rows }: Reduction): Uint32Array {
  const undecided = new Uint32Array(row.length);
  let count = 0;
  for (let h = 0; h < row.length; h++) if (rows[row[h]] === RETAINED) undecided[count++] = h;
  return undecided.subarray(0, count);
}

/** Fixes each undecided hinge u = max(0, a) at u = 0 or u = a, except the `kept` hinges whose a is nearest to 0. */
function decideBut(
  program: Program,
  reduction: Reduction,
  { excess, kept }: { readonly excess: Float64Array; readonly kept: number },
): void {
  const { variable, row } = program.hinges, undecided = undecidedOf(program, reduction);
  if (undecided.length <= kept) return;
  const { top, distance } = kinks(program, undecided, excess), isNear = nearest(undecided, distance, kept);
  const hasNear = new Uint8Array(program.size);
  undecided.forEach((h, k) => hasNear[variable[h]] |= isNear[k]);
  undecided.forEach((h, k) => {
    if (isNear[k]) return;
    const u = variable[h];
    reduction.rows[row[h]] = DROPPED;
    // Only the row of the largest a decides a variable. Rows far below it are left out.
    if (h === top[u]) reduction.rows[row[h]] = EQUALITY;
    else if (top[u] === AT_BOUND && !hasNear[u]) fixAtLower(program, reduction, u);
  });
}

/** The a of each hinge u ≥ a at a point. */
export function excessAt({ hinges: { variable, row }, rows }: Program, x: Float64Array): Float64Array {
  const s = rows.evaluate(x), excess = new Float64Array(row.length);
  for (let h = 0; h < row.length; h++) excess[h] = x[variable[h]] - s[row[h]];
  return excess;
}

/**
 * Returns the decided hinges that a point shows on the wrong side of their kink: for each variable the wrong row with
 * the largest a, and local maxima of a among consecutive rows of one variable.
 */
export function wrongHinges(
  { lower, hinges: { variable, row }, maxima }: Program,
  { rows }: Reduction,
  { x, excess }: { readonly x: Float64Array; readonly excess: Float64Array },
): number[] {
  const tolerance = WRONG_SIDE * maximumNorm(excess);
  const worst = new Map<number, number>(), peaks: number[] = [];
  const isAbove = (h: number, other: number): boolean => variable[other] !== variable[h] || excess[h] >= excess[other];
  row.forEach((i, h) => {
    const u = variable[h];
    if (rows[i] === EQUALITY && excess[h] < lower[u] - tolerance && !worst.has(u)) worst.set(u, h);
    if (rows[i] !== DROPPED || excess[h] <= Math.max(x[u], lower[u]) + tolerance) return;
    const known = worst.get(u);
    if (known === undefined || excess[h] > excess[known]) worst.set(u, h);
    const hasNeighbour = variable[h - 1] === u || variable[h + 1] === u;
    if (hasNeighbour && isAbove(h, h - 1) && isAbove(h, h + 1)) peaks.push(h);
  });
  peaks.sort((a, b) => excess[b] - excess[a]);
  const wrong = [...new Set([...worst.values(), ...peaks.slice(0, BATCH)])];
  if (maxima.length === 0) return wrong;
  const beyond = (h: number): number => Math.abs(excess[h] - x[variable[h]]);
  const most = Math.max(MOST_WRONG_OVER_MAXIMA, Math.round(WRONG_SHARE_OVER_MAXIMA * row.length));
  return wrong.sort((a, b) => beyond(b) - beyond(a)).slice(0, most);
}

/** Makes hinges undecided again, and with them the other rows that decide the same variables. */
export function undecideHinges(
  { hinges: { variable, row } }: Program,
  { free, rows }: Reduction,
  wrong: readonly number[],
): void {
  const variables = new Set(wrong.map((h) => variable[h]));
  for (const u of variables) free[u] = 1;
  for (const h of wrong) rows[row[h]] = RETAINED;
  row.forEach((i, h) => {
    if (rows[i] === EQUALITY && variables.has(variable[h])) rows[i] = RETAINED;
  });
}
