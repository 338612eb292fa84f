import type { CsrfTokens } from "../../accounts/csrf_tokens.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Contract } from "../contract.ts";
import type { Principal } from "../principal.ts";

export const REFRESH_COOKIE = "refresh_token";
export const CSRF_COOKIE = "csrf_token";
const CSRF_HEADER = "x-csrf-token";

/** Type of the headers and cookies of a request, from which the CSRF check sees that a page of this service sent it. */
export interface CsrfParts {
  readonly headers: Headers;
  readonly cookies: ReadonlyMap<string, string>;
}

/**
 * Checks the CSRF token of a request that changes data and carries a session cookie: header and cookie must contain the
 * same token (double submit). Throws `csrf_failed`.
 */
export async function requireCsrfWithCookies(
  contract: Contract,
  parts: CsrfParts,
  { principal, csrfTokens }: { principal: Principal; csrfTokens: CsrfTokens },
): Promise<void> {
  if (contract.method === "GET") return;
  if (!parts.cookies.has(REFRESH_COOKIE) && !parts.cookies.has(CSRF_COOKIE)) return;
  await requireCsrf(parts, { sessionId: principal.kind === "session" ? principal.session.id : null, csrfTokens });
}

/**
 * Throws `csrf_failed` unless the header `X-CSRF-Token` and the cookie `csrf_token` contain the same token and this
 * service made it for the session. If `sessionId` is null, a token of any session is accepted, because an API key
 * belongs to no session.
 */
export async function requireCsrf(
  { headers, cookies }: CsrfParts,
  { sessionId, csrfTokens }: { sessionId: string | null; csrfTokens: CsrfTokens },
): Promise<void> {
  const header = headers.get(CSRF_HEADER);
  const cookie = cookies.get(CSRF_COOKIE);
  if (header === null || cookie === undefined || header !== cookie) throw failed();
  const madeFor = await csrfTokens.sessionOf(header);
  if (madeFor === null || (sessionId !== null && madeFor !== sessionId)) throw failed();
}

function failed(): DomainError {
  return new DomainError("csrf_failed", "The header X-CSRF-Token is not the csrf_token of this session");
}
