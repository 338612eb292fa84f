import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { IS_STUDIO } from "../studio/is_studio.ts";

/** Says that this browser keeps no cookies, by which a session lasts, and what to do; nothing where it keeps them. */
export function CookiesBlocked(): JSX.Element | null {
  if (useMemo(keepsCookies, [])) return null;
  return (
    <p class="notice notice-care" role="status">
      This browser keeps no cookies of this site. {IS_STUDIO
        ? "A studio cannot be opened in it. Allow cookies for this site in the settings of the browser, and start the studio again."
        : "You can sign in, but you are asked to again after some minutes, and whenever the page is loaded. Allow cookies for this site in the settings of the browser, then load this page again."}
    </p>
  );
}

/** Whether the browser keeps cookies of this site, by one that is taken away at once. */
function keepsCookies(): boolean {
  const probe = "kept=1; SameSite=Strict; Path=/app";
  document.cookie = probe;
  const isKept = document.cookie.includes("kept=1");
  document.cookie = `${probe}; Max-Age=0`;
  return isKept;
}
