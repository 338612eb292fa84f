// Chi-square random numbers with more than 2 degrees of freedom ν, which may be fractional. Each is twice a gamma
// number of shape ν/2: d (1 + c x)³ with a normal x is accepted in more than 95 % of attempts. Words 2 k and 2 k + 1
// make the first attempt at number k. Where it is rejected, further words come from a stream that the second word
// starts.
// Reference: Marsaglia, Tsang (2000), A simple method for generating gamma variables.
import { ROW } from "./lanes";
import { normalOf, unitOf } from "./normal";
import { mix, STEP, streamOf } from "./stream";

/**
 * Factor of the quick acceptance test of a chi-square number: a uniform number below 1 - 0.0331 x⁴ would pass the test
 * with logarithms too. Nine of ten attempts need no logarithm.
 */
const SQUEEZE: f64 = 0.0331;

/**
 * Writes the chi-square numbers `from` to `from` + `count` of each of eight streams, row by row. starts: eight starts
 * of streams, 64 bits each.
 */
export function fillChiSquares(starts: usize, from: i64, count: i32, degreesOfFreedom: f64, out: usize): void {
  const d = 0.5 * degreesOfFreedom - 1.0 / 3.0, c = 1 / Math.sqrt(9 * d);
  for (let lane: usize = 0; lane < ROW; lane += 8) {
    let state = load<i64>(starts + lane) + STEP * (2 * from + 1);
    for (let to = out + lane, end = to + <usize> count * ROW; to < end; to += ROW) {
      const second = mix(state + STEP);
      const x = normalOf(mix(state)), square = x * x, root = 1 + c * x;
      const isBelow = root > 0 && unitOf(second) < 1 - SQUEEZE * square * square;
      store<f64>(to, 2 * d * (isBelow ? root * root * root : gammaFrom(x, second, d, c)));
      state += 2 * STEP;
    }
  }
}

/**
 * Returns a random gamma number divided by d (a third less than its shape). The first attempt uses the given normal
 * number and word.
 */
function gammaFrom(firstNormal: f64, firstWord: i64, d: f64, c: f64): f64 {
  let x = firstNormal, word = firstWord, state = streamOf(firstWord);
  while (true) {
    const root = 1 + c * x, v = root * root * root;
    if (root > 0 && Math.log(unitOf(word)) < 0.5 * x * x + d * (1 - v + Math.log(v))) return v;
    x = normalOf(mix(state += STEP));
    word = mix(state += STEP);
  }
}
