import { POWERS, type WholeNumber } from "./decimal_value.ts";

/** Divides a double into two halves of 26 bits, whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
/** Distance from a limit, in units of the last digit, within which rounding could decide otherwise. */
const MARGIN = 1e-6;
const HALF_STEP = 2 ** -53;
const EXPONENT_BITS = 0x7ff00000, MANTISSA_BITS = 0x000fffff;

const double = new Float64Array(1), words = new Uint32Array(double.buffer);
/** Place of the word with the exponent of a double: the second one on machines with the low word first. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0], LOW = 1 - HIGH;

/**
 * Whether a number of 16 or 17 digits whose last digit is not 0, `whole` divided by ten to the power of `decimals`, is
 * the text that the runtime makes of its double `value`: no text with fewer digits has the same double, and none with
 * as many is nearer to it. Returns false where this short way cannot decide it.
 */
export function isShortest({ first, others, otherDigits }: WholeNumber, decimals: number, value: number): boolean {
  if (decimals >= POWERS.length) return false;
  const scaled = first * POWERS[otherDigits], sum = scaled + others, sumRest = others - (sum - scaled);
  // The double times the power of ten, as the exact sum of two doubles (T. J. Dekker, 1971).
  const power = POWERS[decimals], product = value * power;
  const v = SPLITTER * value, vHigh = v - (v - value), vLow = value - vHigh;
  const p = SPLITTER * power, pHigh = p - (p - power), pLow = power - pHigh;
  const productRest = vLow * pLow - (product - vHigh * pHigh - vLow * pHigh - vHigh * pLow);
  /** Distance from the double to the number, in units of the number's last digit. */
  const distance = sum - product + (sumRest - productRest);
  if (!(Math.abs(distance) < 0.5 - MARGIN)) return false;
  double[0] = value;
  // Below a power of two the doubles lie closer together.
  if (words[LOW] === 0 && (words[HIGH] & MANTISSA_BITS) === 0) return false;
  words[HIGH] &= EXPONENT_BITS;
  words[LOW] = 0;
  const reach = double[0] * HALF_STEP * power + MARGIN, digit = others % 10;
  return Math.abs(distance - digit) > reach && Math.abs(distance + (10 - digit)) > reach;
}
