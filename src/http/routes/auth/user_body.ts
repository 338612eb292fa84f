import { z } from "zod";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { User } from "../../../domain/user.ts";

/** What sign-up answers. */
export const userBody = z.strictObject({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  created_at: z.iso.datetime(),
}).meta({ id: "User" });

/** A user as sign-up shows it. */
export function presentUser({ id, email, fullName, createdAt }: User): z.input<typeof userBody> {
  return { id, email, full_name: fullName, created_at: isoTimestamp(createdAt) };
}
