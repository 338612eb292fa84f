import { REFRESH_TOKEN_MS } from "../../../domain/session.ts";
import { CSRF_COOKIE, REFRESH_COOKIE } from "../../middleware/csrf.ts";

const MAX_AGE_SECONDS = REFRESH_TOKEN_MS / 1000;

/** The two cookies of a session, as values of `Set-Cookie`. */
export function sessionCookies(tokens: { refreshToken: string; csrfToken: string }): readonly string[] {
  return [
    refreshCookie(tokens.refreshToken, MAX_AGE_SECONDS),
    csrfCookie(tokens.csrfToken, MAX_AGE_SECONDS),
  ];
}

/** What clears the two cookies. */
export function clearedSessionCookies(): readonly string[] {
  return [refreshCookie("", 0), csrfCookie("", 0)];
}

function refreshCookie(value: string, maxAgeSeconds: number): string {
  return `${REFRESH_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/auth; HttpOnly; Secure; SameSite=Lax`;
}

/** Readable by scripts, which echo it in `X-CSRF-Token`. */
function csrfCookie(value: string, maxAgeSeconds: number): string {
  return `${CSRF_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/; Secure; SameSite=Lax`;
}
