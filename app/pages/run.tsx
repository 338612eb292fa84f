import type { JSX } from "preact";
import { useRoute } from "preact-iso/router";
import { PageHead } from "../components/page_head.tsx";

export default function Run(): JSX.Element {
  const { params } = useRoute();
  return <PageHead title={params.run} />;
}
