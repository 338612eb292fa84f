import { DomainError } from "../domain/errors.ts";
import type { Member } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { newSecret, secretDigest } from "./secrets.ts";

/** What a browser needs to go on with a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
}

type Needed = Pick<
  AccountDependencies,
  "accounts" | "passwords" | "sessions" | "accessTokens" | "csrfTokens" | "random"
>;

/**
 * Starts a session. Throws `invalid_credentials`, alike and after a like time for a wrong password and an unknown
 * address.
 */
export async function logIn(
  { email, password }: { email: string; password: string },
  dependencies: Needed,
): Promise<SessionTokens> {
  const member = await dependencies.accounts.findByEmail(email);
  const matches = await dependencies.passwords.matches(password, member?.passwordHash ?? null);
  if (member === null || !matches) {
    throw new DomainError("invalid_credentials", "The e-mail address or the password is wrong");
  }
  return await startSession(member, dependencies);
}

async function startSession({ account, user }: Member, dependencies: Needed): Promise<SessionTokens> {
  const { sessions, accessTokens, csrfTokens, random } = dependencies;
  const refreshToken = newSecret(random.bytes);
  const session = await sessions.start(account.id, {
    userId: user.id,
    credentialGeneration: user.credentialGeneration,
    refreshDigest: secretDigest(refreshToken),
  });
  return {
    accessToken: await accessTokens.sign({ accountId: account.id, sessionId: session.id }),
    refreshToken,
    csrfToken: await csrfTokens.tokenOf(session.id),
  };
}
