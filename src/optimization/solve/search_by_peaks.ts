import { type PeakForm, peakForm } from "./peak_form.ts";
import { type KnownPeaks, PeakModel, type PeakStep, slopesAt } from "./peak_model.ts";
import { promiseOf } from "./promise_of.ts";
import type { TangentSearch } from "./tangent_search.ts";

const MOST_STEPS = 30;
/** Halvings of a step. */
const SHORTEST_STEP = 2 ** -20;
/** The share of what a model promises that a step must keep. */
const KEPT = 1e-4;
/** Of an objective: a promise of less is rounding. */
const ROUNDING = 1e-12;
/** Of an objective: after a step that promised no more the limits of the next answer are likely the same. */
const NEAR = 1e-3;
/** The share of what the proof allows that is one of an answer, and what a further step is to leave of it. */
const SOLVED = 1e-3, LEFT = 0.1;

/**
 * Newton's method for functions of drawdowns that the objective alone has, from a point near the least of them within
 * the limits: as `searchByNewton`, but each model is a dense program of the weights that are used and of the few
 * running maxima whose peaks may change. Answers whether the best point is an answer; else nothing is known of one.
 */
export function searchByPeaks(search: TangentSearch, near: Float64Array): boolean {
  const form = peakForm(search.program, search.model);
  if (form === null || search.program.quadratic.length > 0) return false;
  let centre = search.settled(near), value = search.objective(centre), before = Infinity;
  let known: KnownPeaks = { open: new Uint8Array(form.maxima.count), sides: null };
  for (let step = 0; step < MOST_STEPS; step++) {
    const supports = search.model.supportsAt(centre);
    if (!supports.every(({ value }) => Number.isFinite(value))) return false;
    const found = new PeakModel(search.model, { form, kernels: search.kernels, centre, supports }).least(known);
    if (found === null) return false;
    search.iterations += found.iterations;
    const target = search.settled(found.x), promised = promiseOf(search, { centre, target, supports });
    const reached = reachedBy(search, { centre, target, value, promised });
    if (reached === null) return false;
    const isNear = reached.x === target && promised <= NEAR * Math.abs(value);
    known = isNear ? found.known : { open: found.known.open, sides: null };
    const gained = value - reached.value;
    ({ x: centre, value } = reached);
    if (!isNear || !(promised <= ROUNDING * Math.abs(value) || gained <= 0)) continue;
    const costs = search.model.epigraphs.map(({ cost }) => cost ?? 0);
    search.judge({ x: centre, z: multipliersAt(search, form, { centre, found }) }, (at) => search.touching(at, costs));
    if (search.excess <= SOLVED) return true;
    if (!(search.excess < LEFT * before)) return search.isDone;
    before = search.excess;
  }
  return false;
}

/** A target, or as much of the way to it as keeps its promise; null where nothing does. */
function reachedBy(
  search: TangentSearch,
  { centre, target, value, promised }: {
    readonly centre: Float64Array;
    readonly target: Float64Array;
    readonly value: number;
    readonly promised: number;
  },
): { readonly x: Float64Array; readonly value: number } | null {
  const noise = ROUNDING * Math.abs(value);
  for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
    const x = share === 1 ? target : search.settled(centre.map((entry, j) => entry + share * (target[j] - entry)));
    const reached = search.objective(x);
    if (reached <= value - KEPT * share * promised + noise) return { x, value: reached };
  }
  return null;
}

/** Multipliers at a point: what running maxima cost goes to open periods as a step has it, and the rest to peaks. */
function multipliersAt(
  { model }: TangentSearch,
  { maxima: { offset, count, firstRow } }: PeakForm,
  { centre, found: { z, isPeak } }: { readonly centre: Float64Array; readonly found: PeakStep },
): Float64Array {
  const multipliers = z.slice(), slopes = slopesAt(model, model.supportsAt(centre));
  for (let t = count - 1, handed = 0; t >= 0; t--) {
    const cost = slopes[offset + t] + handed;
    const own = isPeak[t] ? cost : Math.min(cost, Math.max(0, z[firstRow + t]));
    multipliers[firstRow + t] = own;
    handed = cost - own;
    if (t > 0) multipliers[firstRow + count + t - 1] = handed;
  }
  return multipliers;
}
