import { DomainError } from "../domain/errors.ts";
import { shownNetworkOf } from "../domain/network.ts";
import type { AccountId } from "../domain/identifier.ts";
import { newSignInMail } from "../mail/templates.ts";
import type { Member, MemberWithPassword } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { newSecret, secretDigest } from "./secrets.ts";

/** The three tokens that a signed-in browser gets: access token, refresh token and CSRF token. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
}

/**
 * Client name and IP address from which a user signs in. The list of sessions later shows the client name and the
 * network of the address to the owner of the account.
 */
export interface SignInOrigin {
  /** Name that the signing-in client gives itself (`User-Agent`); null if it gives none. */
  readonly userAgent: string | null;
  readonly address: string;
}

/** Largest number of characters of a `User-Agent` header that is stored with a session. */
const USER_AGENT_CHARACTERS = 256;

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly origin: SignInOrigin;
  /**
   * Callback during a sign-in, if an account has the given e-mail address. It receives the account id before the
   * password is checked, and again with the id of the new session if the password is right.
   */
  readonly onAccount: (accountId: AccountId, sessionId?: string) => void;
}

type Needed = Pick<
  AccountDependencies,
  "accounts" | "passwords" | "sessions" | "accessTokens" | "csrfTokens" | "random" | "background" | "config"
>;

/**
 * Signs a user in and starts a session. Throws `invalid_credentials` for a wrong password and for an unknown address,
 * with the same message and after about the same time. Mails the owner about a sign-in from a new network. Replaces a
 * password hash of a lower Argon2id cost than new ones in the background.
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

/** Starts a session of a user, without asking for a password, and returns the tokens of its browser. */
export async function startSession(
  { account, user }: Member,
  { userAgent, address }: SignInOrigin,
  dependencies: Pick<AccountDependencies, "sessions" | "accessTokens" | "csrfTokens" | "random" | "config">,
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
