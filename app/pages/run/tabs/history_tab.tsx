import type { JSX } from "preact";
import { HistoryCharts } from "../../../charts/history_charts.tsx";
import { ReturnsHistogram } from "../../../charts/returns_histogram.tsx";
import { WhenSeen } from "../../../charts/when_seen.tsx";
import { Empty } from "../../../components/empty.tsx";
import type { ShownResult } from "../shown_result.ts";

/** How the methods and the benchmark would have done in the history that the weights were found on. */
export function HistoryTab({ shown: { result, onTab } }: { readonly shown: ShownResult }): JSX.Element {
  if (result.curves === null) {
    return (
      <Empty title="This run has no history">
        <p>It was computed from estimates or scenarios, which have no dates.</p>
      </Empty>
    );
  }
  return (
    <>
      <p class="prose muted">
        The weights of today held through the history that they were found on, so that these lines flatter them. What
        they would have earned without that knowledge is in the{" "}
        <button type="button" class="link" onClick={() => onTab("backtest")}>backtest</button>.
      </p>
      <HistoryCharts result={result} />
      <WhenSeen height={360}>{() => <ReturnsHistogram result={result} />}</WhenSeen>
    </>
  );
}
