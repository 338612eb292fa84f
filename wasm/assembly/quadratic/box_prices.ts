// Chooses the variables at bounds that the box method frees: those whose release lowers the objective most.
import { allocate, get, getId, setId } from "../memory";
import { Status } from "../status";
import {
  AT_LOWER,
  clearRequests,
  FREE,
  gradient,
  lower,
  n,
  request,
  requestCount,
  rowOf,
  scale,
  setState,
  state,
  tolerance,
  upper,
} from "./box_problem";
import { mean, stalls } from "./box_step";
import { appendVariable } from "./free_factor";

/**
 * Number of variables that the box method frees at once. After a step without progress one is freed, after many such
 * steps the one with the lowest index.
 */
const BATCH: i32 = 8;

let picks: usize = 0;
export let pickCount: i32 = 0;

/** Allocates memory for the list of variables that the box method will free from their bounds. */
export function preparePicks(): Status {
  picks = allocate(<usize> BATCH << 2);
  pickCount = 0;
  return picks == 0 ? Status.OUT_OF_MEMORY : Status.DONE;
}

/** Chooses the variables at bounds whose release lowers the box problem's objective most. */
export function choosePicks(): void {
  const most = stalls > 0 ? 1 : BATCH, first = stalls > n;
  pickCount = 0;
  let threshold = tolerance * scale;
  for (let i = 0; i < n; i++) {
    const side = state(i);
    if (side == FREE || get(lower, i) >= get(upper, i)) continue;
    const gain = violation(i, side);
    if (!(gain > threshold)) continue;
    let place = pickCount < most ? pickCount++ : most - 1;
    for (; place > 0 && violation(getId(picks, place - 1), state(getId(picks, place - 1))) < gain; place--) {
      setId(picks, place, getId(picks, place - 1));
    }
    setId(picks, place, i);
    if (first) return;
    if (pickCount == most) threshold = violation(getId(picks, most - 1), state(getId(picks, most - 1)));
  }
}

function violation(i: i32, side: i32): f64 {
  const above = get(gradient, i) - mean;
  return side == AT_LOWER ? -above : above;
}

/**
 * Frees the chosen variables of the box problem from their bounds. Returns NEEDS_ROWS while rows of P for them are
 * missing.
 */
export function appendPicks(): Status {
  clearRequests();
  for (let place = 0; place < pickCount; place++) {
    if (rowOf(getId(picks, place)) == 0) request(getId(picks, place));
  }
  if (requestCount > 0) return Status.NEEDS_ROWS;
  for (let place = 0; place < pickCount; place++) {
    const i = getId(picks, place);
    setState(i, FREE);
    if (appendVariable(i, rowOf(i)) != Status.DONE) return Status.OUT_OF_MEMORY;
  }
  pickCount = 0;
  return Status.DONE;
}
