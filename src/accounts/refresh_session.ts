import type { AccountDependencies } from "./account_services.ts";
import type { SessionTokens } from "./log_in.ts";
import { newSecret, secretDigest } from "./secrets.ts";

/**
 * Exchanges a refresh token for a new refresh token, a new access token and a new CSRF token. Throws `session_revoked`
 * for a token that is not valid. A refresh token that is used twice ends its session.
 */
export async function refreshSession(
  refreshToken: string,
  { sessions, accessTokens, csrfTokens, random }: Pick<
    AccountDependencies,
    "sessions" | "accessTokens" | "csrfTokens" | "random"
  >,
): Promise<SessionTokens> {
  const next = newSecret(random.bytes);
  const { session } = await sessions.rotate(secretDigest(refreshToken), secretDigest(next));
  return {
    accessToken: await accessTokens.sign({ userId: session.userId, sessionId: session.id }),
    refreshToken: next,
    csrfToken: await csrfTokens.tokenOf(session.id),
  };
}
