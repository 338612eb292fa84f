import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";
import { useTitleOfRoute } from "./page_title.ts";

/** What stands at an address that no page has. */
export function NotFound(): JSX.Element {
  useTitleOfRoute("Page not found");
  return (
    <>
      <PageHead title="Page not found" />
      <p class="prose">There is no page at this address. Look for a typing error in it, or begin at the overview.</p>
      <p>
        <a class="button button-primary" href="/app">Overview</a>
      </p>
    </>
  );
}
