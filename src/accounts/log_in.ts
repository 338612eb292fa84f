import { DomainError } from "../domain/errors.ts";
import { shownNetworkOf } from "../domain/network.ts";
import type { AccountId } from "../domain/identifier.ts";
import { newSignInMail } from "../mail/templates.ts";
import type { Member, MemberWithPassword } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { newSecret, secretDigest } from "./secrets.ts";

/** What a browser needs to go on with a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
}

/** Where somebody signs in from, as the owner is shown it later. */
export interface SignInOrigin {
  /** What signs in, as it calls itself; null where it does not say. */
  readonly userAgent: string | null;
  readonly address: string;
}

/** More of what a client calls itself is not kept. */
const USER_AGENT_CHARACTERS = 256;

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly origin: SignInOrigin;
  /** Told whose address it is, before the password is looked at, and the session that was started. */
  readonly onAccount: (accountId: AccountId, sessionId?: string) => void;
}

type Needed = Pick<
  AccountDependencies,
  "accounts" | "passwords" | "sessions" | "accessTokens" | "csrfTokens" | "random" | "background" | "config"
>;

/**
 * Starts a session. Throws `invalid_credentials`, alike and after a like time for a wrong password and an unknown
 * address. The owner is told by mail of a sign-in from elsewhere. A hash that cost less than new ones do is replaced
 * behind the answer.
 */
export async function logIn(
  { email, password, origin, onAccount }: SignIn,
  dependencies: Needed,
): Promise<SessionTokens> {
  const member = await dependencies.accounts.findByEmail(email);
  if (member !== null) onAccount(member.account.id);
  const matches = await dependencies.passwords.matches(password, member?.passwordHash ?? null);
  if (member === null || !matches) {
    throw new DomainError("invalid_credentials", "The e-mail address or the password is wrong");
  }
  const { sessionId, tokens } = await startSession(member, origin, dependencies);
  onAccount(member.account.id, sessionId);
  if (dependencies.passwords.isWeak(member.passwordHash)) hashAnew(member, password, dependencies);
  return tokens;
}

function hashAnew(
  { account, passwordHash: former }: MemberWithPassword,
  password: string,
  { accounts, passwords, background }: Needed,
): void {
  background.run("hash of a password", async () => {
    await accounts.strengthenHash(account.id, { former, next: await passwords.hash(password) });
  });
}

async function startSession(
  { account, user }: Member,
  { userAgent, address }: SignInOrigin,
  dependencies: Needed,
): Promise<{ sessionId: string; tokens: SessionTokens }> {
  const { sessions, accessTokens, csrfTokens, random, config } = dependencies;
  const network = shownNetworkOf(address);
  const refreshToken = newSecret(random.bytes);
  const session = await sessions.start(account.id, {
    userId: user.id,
    credentialGeneration: user.credentialGeneration,
    refreshDigest: secretDigest(refreshToken),
    userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS).toWellFormed() ?? null,
    network,
    notice: newSignInMail({ publicUrl: config.publicUrl, network }),
  });
  const tokens = {
    accessToken: await accessTokens.sign({ userId: user.id, sessionId: session.id }),
    refreshToken,
    csrfToken: await csrfTokens.tokenOf(session.id),
  };
  return { sessionId: session.id, tokens };
}
