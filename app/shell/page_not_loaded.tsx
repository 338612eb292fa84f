import type { JSX } from "preact";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";

/** What stands in place of a page whose code the browser could not load, for example after a change of version. */
export function PageNotLoaded(): JSX.Element {
  return (
    <>
      <PageHead title="This page could not be loaded" />
      <p class="prose">
        The service may have a newer version, or your connection was interrupted. What you have typed is kept.
      </p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>Load again</Button>
      </p>
    </>
  );
}
