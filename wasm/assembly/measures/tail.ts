// Value at risk and conditional value at risk of T equally likely losses, by selection. Only the tail is separated;
// nothing is sorted.
// Reference: Rockafellar, Uryasev (2002), Conditional value-at-risk for general loss distributions, proposition 8.
import { shouldStop } from "../host";
import { at } from "../memory";
import { Status } from "../status";

/**
 * Computes the value at risk and the conditional value at risk, the mean of the worst (1 - confidence) T losses.
 * losses: the n largest of T losses, which must include the tail; they are reordered. confidence: in (0, 1). out: value
 * at risk, then conditional value at risk.
 */
export function tail(losses: usize, n: i32, T: i32, confidence: f64, out: usize): Status {
  const mass = tailMass(T, confidence);
  const k = <i32> min(<f64> T, max(1, Math.ceil(mass)));
  if (!select(losses, n, k - 1)) return Status.STOPPED;
  const valueAtRisk = load<f64>(at(losses, k - 1));
  store<f64>(out, valueAtRisk);
  store<f64>(out, valueAtRisk + meanExcess(losses, k - 1, valueAtRisk, mass), 8);
  return Status.DONE;
}

/**
 * Returns the size (1 - c) T of the tail of T losses without the rounding error of 1 - c. At 0.95 the tail is the worst
 * 50 of 1000, not 50.00000000000004.
 */
function tailMass(T: i32, confidence: f64): f64 {
  const mass = (1 - confidence) * <f64> T, whole = Math.round(mass);
  return whole > 0 && abs(mass - whole) <= <f64> T * f64.EPSILON ? whole : mass;
}

/**
 * Returns the mean excess of the tail, Σ (loss - valueAtRisk) / mass over the losses beyond the value at risk. The k-th
 * loss adds nothing, so that a fraction of it needs no term.
 */
function meanExcess(losses: usize, beyond: i32, valueAtRisk: f64, mass: f64): f64 {
  let sum = 0.0;
  for (let i = 0; i < beyond; i++) sum += load<f64>(at(losses, i)) - valueAtRisk;
  return sum / mass;
}

/**
 * Reorders the losses, so that those before `rank` are no smaller and those after it no larger than the one at `rank`.
 * Returns false when stopped.
 */
function select(x: usize, n: i32, rank: i32): bool {
  let low = 0, high = n - 1;
  while (low < high) {
    if (shouldStop()) return false;
    const pivot = medianOfThree(
      load<f64>(at(x, low)),
      load<f64>(at(x, low + ((high - low) >> 1))),
      load<f64>(at(x, high)),
    );
    let i = low, j = high;
    while (i <= j) {
      while (load<f64>(at(x, i)) > pivot) i++;
      while (load<f64>(at(x, j)) < pivot) j--;
      if (i > j) break;
      const v = load<f64>(at(x, i));
      store<f64>(at(x, i++), load<f64>(at(x, j)));
      store<f64>(at(x, j--), v);
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else return true;
  }
  return true;
}

function medianOfThree(a: f64, b: f64, c: f64): f64 {
  return max(min(a, b), min(max(a, b), c));
}
