import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";

export default function New(): JSX.Element {
  return <PageHead title="New run" lead="Choose assets, methods and rules." />;
}
