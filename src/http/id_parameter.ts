import { z } from "zod";
import type { IdPrefix } from "../domain/identifier.ts";

/**
 * Returns the schema of a path parameter that is an identifier with one of the given prefixes. The schema refuses any
 * other text, and the caller answers as for a missing resource.
 */
export function idParameter(prefixes: readonly IdPrefix[], description: string): z.ZodString {
  const one = prefixes.length === 1 ? prefixes[0] : `(?:${prefixes.join("|")})`;
  return z.string().regex(new RegExp(`^${one}_[0-9A-HJKMNP-TV-Z]{26}$`)).meta({ description });
}
