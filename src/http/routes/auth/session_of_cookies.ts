import type { Dependencies } from "../../../dependencies.ts";
import { secretDigest } from "../../../accounts/secrets.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Session } from "../../../domain/session.ts";
import { type CsrfParts, REFRESH_COOKIE, requireCsrf } from "../../middleware/csrf.ts";

/** Returns the refresh token in a request's cookies. Throws `session_revoked` without one. */
export function refreshTokenOf({ cookies }: CsrfParts): string {
  const refreshToken = cookies.get(REFRESH_COOKIE);
  if (refreshToken === undefined || refreshToken === "") throw sessionRevoked();
  return refreshToken;
}

/** Returns the session to which a refresh token belongs. Throws `session_revoked` if there is none. */
export async function sessionOfRefreshToken(
  refreshToken: string,
  { sessions }: Pick<Dependencies, "sessions">,
): Promise<Session> {
  const session = await sessions.findByRefreshDigest(secretDigest(refreshToken));
  if (session === null) throw sessionRevoked();
  return session;
}

/** Checks the CSRF token (double submit) of a request against its session. Throws `csrf_failed`. */
export function requireCsrfOf(
  session: Session,
  parts: CsrfParts,
  { csrfTokens }: Pick<Dependencies, "csrfTokens">,
): Promise<void> {
  return requireCsrf(parts, { sessionId: session.id, csrfTokens });
}

function sessionRevoked(): DomainError {
  return new DomainError("session_revoked", "The session has ended: sign in again");
}
