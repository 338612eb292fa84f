import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";
import { CookiesBlocked } from "../session/cookies_blocked.tsx";

/** What to do where this browser has no session of the studio that runs. */
export const AGAIN = "Open the address that the terminal shows. If it was used already, start the studio again.";

/** What stands in place of a page of a studio at a browser that has not opened its address. */
export function StudioClosed(): JSX.Element {
  return (
    <div class="narrow stack">
      <PageHead title="The studio is not open in this browser" />
      <CookiesBlocked />
      <p>{AGAIN}</p>
      <p class="muted">An address opens the studio in one browser, once.</p>
    </div>
  );
}
