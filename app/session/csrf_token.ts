/**
 * Returns the CSRF token of the session, which the service keeps in a cookie for scripts; null without a session, or
 * where the browser blocks cookies.
 */
export function csrfToken(): string | null {
  const pairs = document.cookie.split("; ");
  const value = pairs.find((pair) => pair.startsWith("csrf_token="))?.slice("csrf_token=".length);
  return value === undefined || value === "" ? null : value;
}
