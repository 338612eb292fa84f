import type { JSX } from "preact";
import { isReachable } from "../session/connection.ts";

/** Says that the service cannot be reached, and what that means, until it can be again. */
export function ConnectionBanner(): JSX.Element {
  return (
    <div role="status">
      {isReachable.value ? null : (
        <p class="banner">
          The service cannot be reached. What was loaded stays readable, and what you type is kept. Looking for it again
          …
        </p>
      )}
    </div>
  );
}
