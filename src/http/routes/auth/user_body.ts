import { z } from "zod";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { User } from "../../../domain/user.ts";

/** Schema of the body that answers a sign-up: the new user. */
export const userBody = z.strictObject({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  created_at: z.iso.datetime(),
}).meta({ id: "User" });

/** Returns the JSON body that shows a new user after sign-up. */
export function presentUser({ id, email, fullName, createdAt }: User): z.input<typeof userBody> {
  return { id, email, full_name: fullName, created_at: isoTimestamp(createdAt) };
}
