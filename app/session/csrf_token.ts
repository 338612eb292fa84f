import { IS_STUDIO } from "../studio/is_studio.ts";

/**
 * Returns the CSRF token of the session, which the service keeps in a cookie for scripts; null without a session, or
 * where the browser blocks cookies. A studio names the cookie after its port: several of them may run at once.
 */
export function csrfToken(): string | null {
  const name = IS_STUDIO ? `csrf_token_${location.port}` : "csrf_token";
  const pairs = document.cookie.split("; ");
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === undefined || value === "" ? null : value;
}
