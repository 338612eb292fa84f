import type { JSX } from "preact";
import { useRoute } from "preact-iso/router";
import { ComparisonPage } from "./compare/comparison_page.tsx";
import { SavedComparisons } from "./compare/saved_comparisons.tsx";

/** The saved comparisons of runs, and one of them: its runs side by side, and what differs between their requests. */
export default function Compare(): JSX.Element {
  const { comparison } = useRoute().params;
  return comparison === undefined || comparison === ""
    ? <SavedComparisons />
    : <ComparisonPage key={comparison} id={comparison} />;
}
