/** The powers of ten that are exact doubles, by their exponents. */
export const POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const LARGEST_POWER = POWERS.length - 1;
/** Largest number of decimal digits of the first and of the second part of a number: each part is below 2 ** 30. */
export const PART_DIGITS = 9;
/** Numbers of at most so many digits are exact doubles. */
const EXACT_DIGITS = 15;
/** Divides a double into two halves of 26 bits, whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
/** Bound on the error of the correction in `roundedQuotient`, as a fraction of the quotient. */
const CORRECTION_ERROR = 2 ** -100;

/** A whole number of at most eighteen decimal digits: the first nine, and the others. */
export interface WholeNumber {
  readonly first: number;
  readonly others: number;
  /** Number of digits after the first nine; 0 if there are none. */
  readonly otherDigits: number;
}

/**
 * Returns the double that is nearest to `whole` times ten to the power of `exponent`, the even one of two that are as
 * near. Returns NaN where this short way cannot decide it, mostly for exponents beyond ±22.
 */
export function decimalValue({ first, others, otherDigits }: WholeNumber, exponent: number): number {
  if (exponent < -LARGEST_POWER || exponent > LARGEST_POWER) return NaN;
  if (otherDigits <= EXACT_DIGITS - PART_DIGITS) {
    // A number of at most 15 digits and a power of ten up to 22 are exact, so that the result is rounded only once.
    const whole = first * POWERS[otherDigits] + others;
    return exponent <= 0 ? whole / POWERS[-exponent] : whole * POWERS[exponent];
  }
  // The product is exact: 10 ** 9 is 5 ** 9, which has 21 bits, times a power of two.
  const product = first * POWERS[otherDigits], sum = product + others;
  if (exponent === 0) return sum;
  const rest = others - (sum - product);
  return exponent < 0 ? roundedQuotient(sum, rest, POWERS[-exponent]) : NaN;
}

/**
 * Returns the double nearest to (sum + rest) / divisor, where `rest` is what rounding took from `sum`. The remainder of
 * the first quotient is computed exactly (T. J. Dekker, A floating-point technique for extending the available
 * precision, 1971) and divided again: the sum of both quotients has an error below 2 ** -103 of the quotient. Returns
 * NaN where this error could change the rounding.
 */
function roundedQuotient(sum: number, rest: number, divisor: number): number {
  const quotient = sum / divisor, product = quotient * divisor;
  const q = SPLITTER * quotient, qHigh = q - (q - quotient), qLow = quotient - qHigh;
  const d = SPLITTER * divisor, dHigh = d - (d - divisor), dLow = divisor - dHigh;
  const productRest = qLow * dLow - (product - qHigh * dHigh - qLow * dHigh - qHigh * dLow);
  const correction = (sum - product - productRest + rest) / divisor, error = quotient * CORRECTION_ERROR;
  const value = quotient + (correction + error);
  return value === quotient + (correction - error) ? value : NaN;
}
