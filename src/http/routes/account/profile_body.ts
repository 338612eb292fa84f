import { z } from "zod";
import type { Account } from "../../../domain/account.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import { PLAN_NAMES } from "../../../domain/plan.ts";
import type { User } from "../../../domain/user.ts";

export const profileBody = z.strictObject({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  display_name: z.string().nullable(),
  email_verified: z.boolean(),
  plan: z.enum(PLAN_NAMES),
  created_at: z.iso.datetime(),
}).meta({ id: "Profile" });

/** Returns the JSON body of a profile, from the user and the account. */
export function presentProfile({ account, user }: { account: Account; user: User }): z.input<typeof profileBody> {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    display_name: user.displayName,
    email_verified: user.emailVerifiedAt !== null,
    plan: account.plan,
    created_at: isoTimestamp(user.createdAt),
  };
}
