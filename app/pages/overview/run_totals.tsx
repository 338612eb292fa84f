import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Figure } from "../../components/figure.tsx";
import { Refused } from "../../components/refused.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { toast } from "../../components/toasts.tsx";
import { bytes } from "../../format/bytes.ts";
import { count } from "../../format/count.ts";
import { useLoaded } from "../../loaded.ts";
import { type Catalogue, catalogue } from "../run/catalogue.ts";
import { MetricFigure } from "../run/metric_figure.tsx";
import { methodText, metricText } from "../run/names.ts";
import { type Dashboard, recompute } from "./dashboard.ts";
import { RunsByDay } from "./runs_by_day.tsx";

/** Largest number of methods, and of assets, that the list shows. */
const SHOWN_ROWS = 8;

/** Figures over all runs of the account: how many, the best of them, the methods and the assets. */
export function RunTotals({ found }: { readonly found: Dashboard }): JSX.Element {
  const { runs, best, methods, assets, storage_bytes } = found;
  const known = useLoaded(catalogue).value;
  const anew = useAction(async () => {
    await recompute();
    toast("The figures were computed anew from all runs");
  });
  const columns = useMemo(() => columnsOf(known), [known]);
  const { succeeded, failed } = runs.by_status;
  return (
    <section class="card run-totals" aria-labelledby="totals-title">
      <header class="card-head">
        <h2 id="totals-title">All your runs</h2>
        <Button kind="quiet" isRunning={anew.isRunning} onClick={() => void anew.run()}>Compute anew</Button>
      </header>
      {anew.refusal === null ? null : <Refused refusal={anew.refusal} />}
      <div class="totals">
        <dl class="totals-counts">
          <Count name="Runs" value={count(runs.total)} path="/app/runs" />
          <Count name="Succeeded" value={count(succeeded)} path="/app/runs?status=succeeded" />
          <Count name="Failed" value={count(failed)} path="/app/runs?status=failed" />
          <Count name="From holdings" value={count(runs.by_mode.rebalance)} path="/app/runs?mode=rebalance" />
          <Count name="Files" value={bytes(storage_bytes)} />
        </dl>
        <RunsByDay days={runs.last_30_days} />
      </div>
      {succeeded === 0 ? null : (
        <div class="columns">
          <Table caption="Best so far" columns={columns.best} rows={bestRows(best)} keyOf={({ metric }) => metric} />
          <Table
            caption="Methods"
            columns={columns.methods}
            rows={methods.slice(0, SHOWN_ROWS)}
            keyOf={({ method }) => method}
          />
          <Table
            caption="Assets held most"
            columns={ASSETS}
            rows={assets.slice(0, SHOWN_ROWS)}
            keyOf={({ asset }) => asset}
          />
        </div>
      )}
    </section>
  );
}

function Count(
  { name, value, path }: { readonly name: string; readonly value: string; readonly path?: string },
): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figure">{path === undefined ? value : <a href={path}>{value}</a>}</dd>
    </div>
  );
}

interface BestRow {
  readonly metric: string;
  readonly run: string;
  readonly method: string;
  readonly value: number;
}

/** Returns the best value of each metric that a run has. */
function bestRows(best: Dashboard["best"]): readonly BestRow[] {
  return Object.entries(best).flatMap(([metric, found]) =>
    found === null ? [] : [{ metric, run: found.run_id, method: found.method, value: found.value }]
  );
}

function columnsOf(known: Catalogue | null): {
  readonly best: readonly Column<BestRow, JSX.Element | string>[];
  readonly methods: readonly Column<Dashboard["methods"][number], JSX.Element | string>[];
} {
  const metricName = (id: string): string => metricText(id, known).name;
  const methodName = (id: string): string => methodText(id, known).name;
  return {
    best: [
      { key: "metric", title: "Measure", value: ({ metric }) => metricName(metric) },
      {
        key: "value",
        title: "Best",
        isNumber: true,
        value: ({ value }) => value,
        show: ({ value, metric }) => <MetricFigure value={value} text={metricText(metric, known)} />,
      },
      {
        key: "run",
        title: "By",
        value: ({ method }) => methodName(method),
        show: ({ run, method }) => <a href={runPath(run, method)}>{methodName(method)}</a>,
      },
    ],
    methods: [
      {
        key: "method",
        title: "Method and its best run",
        value: ({ method }) => methodName(method),
        show: ({ best_run_id, method }) =>
          best_run_id === null ? methodName(method) : <a href={runPath(best_run_id, method)}>{methodName(method)}</a>,
      },
      { key: "runs", title: "Runs", isNumber: true, value: ({ runs }) => runs },
      {
        key: "sharpe",
        title: `Median ${metricName("sharpe_ratio")}`,
        isNumber: true,
        value: ({ median_sharpe_ratio }) => median_sharpe_ratio,
        show: ({ median_sharpe_ratio }) => <Figure value={median_sharpe_ratio} as="ratio" />,
      },
    ],
  };
}

function runPath(run: string, method: string): string {
  return `/app/runs/${run}?method=${encodeURIComponent(method)}`;
}

const ASSETS: readonly Column<Dashboard["assets"][number], JSX.Element>[] = [
  { key: "asset", title: "Asset", value: ({ asset }) => asset, show: ({ asset }) => <bdi>{asset}</bdi> },
  { key: "runs", title: "Runs", isNumber: true, value: ({ runs }) => runs },
  {
    key: "weight",
    title: "Mean weight",
    isNumber: true,
    value: ({ mean_weight }) => mean_weight,
    show: ({ mean_weight }) => <Figure value={mean_weight} as="percent" />,
  },
];
