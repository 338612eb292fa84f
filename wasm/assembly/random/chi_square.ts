// Chi-square numbers with real degrees of freedom above 2, as twice a gamma number of shape ν/2: d (1 + c x)³ with a normal x is accepted in
// more than 95 % of attempts. The attempts of number k come from the stream that word k starts.
// Reference: Marsaglia, Tsang (2000), A simple method for generating gamma variables.
import { normalOf, unitOf } from "./normal";
import { STEP, mix, streamOf, word } from "./stream";

/** Chi-square number `place` of the stream that starts at `start`. */
export function chiSquare(start: i64, place: i64, degreesOfFreedom: f64): f64 {
  const d = 0.5 * degreesOfFreedom - 1.0 / 3.0, c = 1 / Math.sqrt(9 * d);
  let state = streamOf(word(start, place));
  while (true) {
    const x = normalOf(mix((state += STEP)));
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    if (Math.log(unitOf(mix((state += STEP)))) < 0.5 * x * x + d * (1 - v + Math.log(v))) return 2 * d * v;
  }
}
