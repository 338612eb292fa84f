import type { JSX } from "preact";

/** One line on every page of a studio: where data goes, and how long results last. */
export function StudioLine(): JSX.Element {
  return (
    <aside class="studio-line" aria-label="Studio">
      Studio: nothing leaves this machine. Results last until the studio ends.
    </aside>
  );
}
