import type { Program } from "../../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "../../presolve/reduction.ts";
import { BATCH, fixAtLower, setMask } from "../../presolve/take_in.ts";
import { WRONG_SIDE } from "../../program/rounding.ts";
import { AT_BOUND, kinks, nearest } from "./kinks.ts";

/**
 * Number of hinges that stay undecided, per variable that moves. If hinges cost by themselves, an optimum has as many
 * hinges at their kink as variables, and a nearby point does not show which. If their squares cost, no hinge needs to
 * be at its kink.
 */
const UNDECIDED_PER_VARIABLE = { byThemselves: 8, inLimits: 8, bySquares: 3 };
/** Up to this number of hinges, more than three per variable stay undecided. */
const MOST_BY_THEMSELVES = 300;
/**
 * Least share of the hinges that stays undecided, if hinges cost by themselves. With very many hinges, more lie within
 * the error of the deciding point than there are variables.
 */
const UNDECIDED_SHARE = 0.02;
/**
 * If more than this share of the hinges would stay undecided, none is decided: a further round costs more than solving
 * for the rest.
 */
const WORTH_DECIDING = 0.5;
/**
 * More than this multiple of the wanted number of undecided hinges counts as many. Squared and limited hinges slow a
 * round down more.
 */
const MANY = { byThemselves: 2, inLimits: 1, bySquares: 1 };
/**
 * Share of the hinges that stays undecided after a guess, if hinges cost by themselves. With fewer, the first answer
 * moves so far that many of the decided hinges are wrong.
 */
const FIRST_SHARE = 0.06;
/**
 * Most hinges over running maxima that become undecided in one round. A point that shows many wrong hinges is wrong
 * about most of them.
 */
const LEAST_WRONG_OVER_MAXIMA = 60;
/** The same limit as a share of the hinges, for programs with many. */
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
  const wanted = wantedOf(program, moving), share = costsOf(program) === "byThemselves" ? FIRST_SHARE : 0;
  const kept = Math.max(wanted, Math.round(share * program.hinges.row.length));
  if (isWorthDeciding(program, wanted)) decideBut(program, reduction, { excess, kept });
}

/** If many hinges are undecided, decides all of them at a point except those nearest their kink. */
export function decideHinges(
  program: Program,
  reduction: Reduction,
  { excess, moving }: { readonly excess: () => Float64Array; readonly moving: number },
): void {
  const kept = wantedOf(program, moving);
  if (areManyUndecided(program, reduction, moving)) decideBut(program, reduction, { excess: excess(), kept });
}

/** Whether so many hinges are undecided that deciding more of them is faster than solving to full accuracy. */
export function areManyUndecided(program: Program, reduction: Reduction, moving: number): boolean {
  const { byVariables, least } = keptOf(program, moving), many = Math.max(byVariables, MANY[costsOf(program)] * least);
  return isWorthDeciding(program, Math.max(byVariables, least)) && undecidedOf(program, reduction).length > many;
}

/** Whether the objective contains squares of hinges or of running maxima. */
export function areSquared(program: Program): boolean {
  const isSet = setMask(program);
  return program.quadratic.some(({ offset }) => isSet[offset] === 1);
}

function costsOf(program: Program): keyof typeof MANY {
  if (areSquared(program)) return "bySquares";
  return program.hinges.limits.length > 0 ? "inLimits" : "byThemselves";
}

/** Number of hinges that stay undecided. */
function wantedOf(program: Program, moving: number): number {
  const { byVariables, least } = keptOf(program, moving);
  return Math.max(byVariables, least);
}

/**
 * Number of hinges that stay undecided: `byVariables` from the number of free variables alone, and `least` as the
 * minimum for this kind of program.
 */
function keptOf(program: Program, moving: number): { readonly byVariables: number; readonly least: number } {
  const costs = costsOf(program), share = costs === "byThemselves" ? UNDECIDED_SHARE : 0;
  const few = Math.min(UNDECIDED_PER_VARIABLE[costs] * (moving + 1), MOST_BY_THEMSELVES);
  return {
    byVariables: UNDECIDED_PER_VARIABLE.bySquares * (moving + 1),
    least: Math.max(few, Math.round(share * program.hinges.row.length)),
  };
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
  const tolerance = WRONG_SIDE * excess.reduce((largest, a) => Math.max(largest, Math.abs(a)), 0);
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
  const most = Math.max(LEAST_WRONG_OVER_MAXIMA, Math.round(WRONG_SHARE_OVER_MAXIMA * row.length));
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
