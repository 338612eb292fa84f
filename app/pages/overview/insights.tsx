import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { answered, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { undoable } from "../../components/undoable.ts";
import { moment } from "../../format/moment.ts";
import { told } from "../../format/told.ts";
import { changedRunPath } from "../run/run_menu.tsx";
import type { Insight } from "./dashboard.ts";
import { insightPlace } from "./insight_place.ts";

/** Insights that are shown before all are wanted. */
const SHOWN_FIRST = 5;

/** Ids of insights that were dismissed in this page, which an earlier answer of the service still has. */
const dismissed = signal<ReadonlySet<string>>(new Set());

/** What is worth a look in the runs, each with the way to it. */
export function Insights({ found: all }: { readonly found: readonly Insight[] }): JSX.Element {
  const isWhole = useSignal(false);
  const found = all.filter(({ insight_id }) => !dismissed.value.has(insight_id));
  const shown = isWhole.value ? found : found.slice(0, SHOWN_FIRST);
  return (
    <section class="card" aria-labelledby="insights-title">
      <h2 id="insights-title">Worth a look</h2>
      {found.length === 0 ? <p class="muted">Nothing in your runs stands out.</p> : (
        <ul class="plain-list insights">
          {shown.map((insight) => <InsightItem key={insight.insight_id} insight={insight} />)}
        </ul>
      )}
      {found.length > shown.length
        ? <Button kind="quiet" onClick={() => isWhole.value = true}>Show all {found.length}</Button>
        : null}
    </section>
  );
}

function InsightItem({ insight }: { readonly insight: Insight }): JSX.Element {
  const { title, created_at, run_ids: [run = "", other] } = insight;
  const text = told(title);
  return (
    <li class="insight">
      <a href={insightPlace(insight)}>{text}</a>
      <span class="row small">
        <span class="muted">{moment(created_at)}</span>
        {other === undefined
          ? null
          : <a href={`/app/runs/${other}`} aria-label={`Earlier run: ${text}`}>Earlier run</a>}
        <a href={changedRunPath(run)} aria-label={`Vary the run: ${text}`}>Vary the run</a>
        <Button kind="quiet" label={`Dismiss: ${text}`} onClick={() => dismiss(insight)}>Dismiss</Button>
      </span>
    </li>
  );
}

/** Takes an insight away. The service brings no dismissed insight back, so it is told only after some seconds. */
function dismiss({ insight_id }: Insight): void {
  dismissed.value = new Set([...dismissed.value, insight_id]);
  undoable("Dismissed for good", {
    async act() {
      await answered(api.POST("/analytics/insights/{insight_id}/dismiss", { params: { path: { insight_id } } }));
    },
    onUndo() {
      dismissed.value = new Set([...dismissed.value].filter((one) => one !== insight_id));
    },
  });
}
