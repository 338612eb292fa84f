import { REFRESH_TOKEN_MS } from "../../../domain/session.ts";
import { CSRF_COOKIE, REFRESH_COOKIE } from "../../middleware/csrf.ts";

const MAX_AGE_SECONDS = REFRESH_TOKEN_MS / 1000;

/** Returns the two cookies of a session, refresh token and CSRF token, as values of `Set-Cookie`. */
export function sessionCookies(tokens: { refreshToken: string; csrfToken: string }): readonly string[] {
  return [
    refreshCookie(tokens.refreshToken, MAX_AGE_SECONDS),
    csrfCookie(tokens.csrfToken, MAX_AGE_SECONDS),
  ];
}

/** Returns the values of `Set-Cookie` that delete both cookies of a session. */
export function clearedSessionCookies(): readonly string[] {
  return [refreshCookie("", 0), csrfCookie("", 0)];
}

function refreshCookie(value: string, maxAgeSeconds: number): string {
  return `${REFRESH_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/auth; HttpOnly; Secure; SameSite=Lax`;
}

/** Returns the CSRF cookie. Scripts can read it, because the page must repeat its value in `X-CSRF-Token`. */
function csrfCookie(value: string, maxAgeSeconds: number): string {
  return `${CSRF_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/; Secure; SameSite=Lax`;
}
