import type { JSX } from "preact";
import { PageHead } from "../../components/page_head.tsx";
import { GONE } from "../../studio/gone.ts";

/** What stands at the address of a run that was deleted, or is not the person's. */
export function RunGone(): JSX.Element {
  return (
    <>
      <PageHead title="There is no such run" />
      <p class="prose">{GONE}</p>
      <p>
        <a class="button button-primary" href="/app/runs">Your runs</a>
      </p>
    </>
  );
}
