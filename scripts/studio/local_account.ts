import { newSecret, secretDigest } from "../../src/accounts/secrets.ts";
import { verificationMail } from "../../src/mail/templates.ts";
import type { Random } from "../../src/runtime/random.ts";
import type { Member } from "../../src/store/members.ts";
import type { Repositories } from "../../src/store/mod.ts";

export interface LocalAccountOptions {
  readonly random: Random;
  /** Address of the studio. */
  readonly publicUrl: string;
}

/**
 * Makes the one account of a studio: verified, on the largest plan, and with a hash that no password has. Its mail is
 * never sent, because a studio sends none.
 */
export async function makeLocalAccount(
  { accounts }: Pick<Repositories, "accounts">,
  { random, publicUrl }: LocalAccountOptions,
): Promise<Member> {
  const email = "studio@localhost", token = newSecret((length) => random.bytes(length));
  const { account } = await accounts.signUp({
    email,
    fullName: "This machine",
    passwordHash: "",
    plan: "enterprise",
    verification: { digest: secretDigest(token), mail: { to: email, ...verificationMail({ publicUrl, token }) } },
  });
  return await accounts.verifyEmail(account.id);
}
