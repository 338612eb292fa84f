import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";

export default function Lists(): JSX.Element {
  return <PageHead title="Lists" lead="Saved groups of assets and saved requests." />;
}
