import { z } from "zod";

/** A whole number in a query, where everything is text. */
export function wholeNumber({ min, max }: { min: number; max: number }): z.ZodType<number, string> {
  return z.string().regex(/^\d{1,9}$/, `It takes a whole number of ${min} to ${max}`).transform(Number)
    .pipe(z.int().min(min).max(max));
}
