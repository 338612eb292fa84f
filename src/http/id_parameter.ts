import { z } from "zod";
import type { IdPrefix } from "../domain/identifier.ts";

/** A parameter of a path that is an identifier with one of the prefixes; anything else names nothing. */
export function idParameter(prefixes: readonly IdPrefix[], description: string): z.ZodString {
  const one = prefixes.length === 1 ? prefixes[0] : `(?:${prefixes.join("|")})`;
  return z.string().regex(new RegExp(`^${one}_[0-9A-HJKMNP-TV-Z]{26}$`)).meta({ description });
}
