import type { JSX } from "preact";
import { Empty } from "../components/empty.tsx";
import { PageHead } from "../components/page_head.tsx";

export default function Runs(): JSX.Element {
  return (
    <>
      <PageHead title="Runs" />
      <Empty title="No runs yet" action={<a class="button button-primary" href="/app/new">New run</a>}>
        <p>Every run that you submit stands here, with its result, until you delete it.</p>
      </Empty>
    </>
  );
}
