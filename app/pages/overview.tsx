import type { JSX } from "preact";
import { Empty } from "../components/empty.tsx";
import { PageHead } from "../components/page_head.tsx";

export default function Overview(): JSX.Element {
  return (
    <>
      <PageHead title="Overview" />
      <Empty title="Nothing to look over yet" action={<a class="button button-primary" href="/app/new">New run</a>}>
        <p>Here you will find what you hold, what has drifted and your newest runs.</p>
      </Empty>
    </>
  );
}
