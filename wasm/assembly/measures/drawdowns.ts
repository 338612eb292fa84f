// Compounded drawdowns of returns x: 1 - d_t = (1 - d_(t-1)) (1 + x_t) up to 1, for the drawdown d. The recurrence
// d_t = max(d_(t-1) (1 + x_t) - x_t, 0) neither overflows nor loses small drawdowns.
import { shouldStop } from "../host";
import { at } from "../memory";
import { Status } from "../status";

/**
 * Replaces T returns by the drawdown after each of them: the fraction by which wealth is below its highest value so
 * far, the initial 1 included, in [0, 1]. Wealth that falls to zero or below stays at zero. out: the deepest drawdown,
 * and the sums of the drawdowns and of their squares.
 */
export function drawdowns(x: usize, T: i32, out: usize): Status {
  if (shouldStop()) return Status.STOPPED;
  // Both lanes hold the same number: vectors have a maximum that needs no branch.
  const none = f64x2.splat(0), one = f64x2.splat(1);
  let depth = none, deepest = none, sum = none, squares = none;
  for (let t = 0; t < T; t++) {
    const earned = v128.load64_splat(at(x, t));
    const next = f64x2.sub(f64x2.mul(depth, f64x2.add(one, earned)), earned);
    depth = f64x2.extract_lane(earned, 0) > -1 ? f64x2.pmax(none, f64x2.pmin(next, one)) : one;
    if (f64x2.extract_lane(depth, 0) == 1) {
      return lost(x, t, T, f64x2.extract_lane(sum, 0), f64x2.extract_lane(squares, 0), out);
    }
    deepest = f64x2.pmax(deepest, depth);
    sum = f64x2.add(sum, depth);
    squares = f64x2.add(squares, f64x2.mul(depth, depth));
    store<f64>(at(x, t), f64x2.extract_lane(depth, 0));
  }
  return write(out, f64x2.extract_lane(deepest, 0), f64x2.extract_lane(sum, 0), f64x2.extract_lane(squares, 0));
}

/** Ends a series whose wealth is lost in period t: all later drawdowns are 1 too. */
function lost(x: usize, t: i32, T: i32, sum: f64, squares: f64, out: usize): Status {
  for (let later = t; later < T; later++) store<f64>(at(x, later), 1);
  return write(out, 1, sum + <f64> (T - t), squares + <f64> (T - t));
}

function write(out: usize, deepest: f64, sum: f64, squares: f64): Status {
  store<f64>(out, deepest);
  store<f64>(out, sum, 8);
  store<f64>(out, squares, 16);
  return Status.DONE;
}
