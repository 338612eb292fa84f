import { z } from "zod";

/** Returns the schema of a whole number from `min` to `max` in a URL query, where every value is text. */
export function wholeNumber({ min, max }: { min: number; max: number }): z.ZodType<number, string> {
  return z.string().regex(/^\d{1,9}$/, `Must be a whole number from ${min} to ${max}`).transform(Number)
    .pipe(z.int().min(min).max(max));
}
