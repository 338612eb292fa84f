import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { answered, api } from "../../../api.ts";
import { BacktestCharts } from "../../../charts/backtest_charts.tsx";
import { WeightsOverTime } from "../../../charts/weights_over_time.tsx";
import { WhenSeen } from "../../../charts/when_seen.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Figure } from "../../../components/figure.tsx";
import { Shown } from "../../../components/shown.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { day } from "../../../format/day.ts";
import { numberFormatter } from "../../../format/formatters.ts";
import { LOCALES } from "../../../format/locale.ts";
import { moment } from "../../../format/moment.ts";
import { Definition } from "../../../help/definition.tsx";
import { useLoaded } from "../../../loaded.ts";
import { assetPlaces } from "../asset_places.ts";
import { catalogue } from "../catalogue.ts";
import { DescribedForm } from "../described_form.tsx";
import { JobOfRun } from "../job_of_run.tsx";
import { backtestOfId, type BacktestSection, backtestsOfRun, inlineBacktest } from "../jobs_of_run.ts";
import { MetricFigure } from "../metric_figure.tsx";
import { metricText } from "../names.ts";
import { wordsOf } from "../../../format/words_of.ts";
import { RefusedOfRun } from "../refused_of_run.tsx";
import type { ShownResult } from "../shown_result.ts";
import { StretchButton } from "../stretch_dialog.tsx";
import { unprovenRebalances } from "../unproven_rebalances.ts";
import { stateInVersion, Versions } from "../versions.tsx";

/** Choice that stands for the backtest within the run. */
const WITHIN = "run";

/** The backtests of the run: what its methods would have earned without knowing the future. */
export function BacktestTab({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { run_id } = shown.job;
  const within = useLoaded(inlineBacktest, run_id);
  const later = useLoaded(backtestsOfRun, run_id);
  const isOpen = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const newest = later.value?.items[0]?.backtest_run_id;
  useEffect(() => {
    // A backtest that has just been sent is the one to look at.
    chosen.value = null;
  }, [newest]);
  if (shown.result.curves === null) {
    return (
      <Empty title="This run cannot be backtested">
        <p>A backtest needs a history with dates, which this run does not have.</p>
      </Empty>
    );
  }
  const versions = [
    ...(later.value?.items ?? []).map(({ backtest_run_id, name, created_at, status }) => ({
      key: backtest_run_id,
      name: `${name ?? "Backtest"} of ${moment(created_at)}${stateInVersion(backtest_run_id, status)}`,
    })),
    ...within.value === null ? [] : [{ key: WITHIN, name: "Within the run" }],
  ];
  const shownKey = chosen.value ?? versions[0]?.key ?? null;
  const begin = (
    <Button kind={versions.length === 0 ? "primary" : "plain"} onClick={() => isOpen.value = true}>
      Run a backtest
    </Button>
  );
  const refusal = later.refusal ?? within.refusal;
  return (
    <div class="stack">
      <RefusedOfRun
        refusal={refusal}
        onRetry={() => {
          void later.reload();
          void within.reload();
        }}
      />
      {versions.length === 0
        ? within.isWaiting || later.isWaiting
          ? <Waiting phase="Reading the backtests" />
          : refusal !== null
          ? null
          : (
            <Empty
              title="No backtest yet"
              action={
                <>
                  {begin}
                  <StretchButton shown={shown} />
                </>
              }
            >
              <p>A backtest finds the weights again and again on the past alone, and sees what they earn afterwards.</p>
            </Empty>
          )
        : (
          <div class="row">
            <Versions label="Backtest" versions={versions} chosen={shownKey} onChoose={(key) => chosen.value = key} />
            {begin}
            <StretchButton shown={shown} />
          </div>
        )}
      <Dialog title="Run a backtest" isOpen={isOpen.value} onClose={() => isOpen.value = false}>
        <NewBacktest
          shown={shown}
          onSent={(id) => {
            isOpen.value = false;
            chosen.value = id;
            void later.reload();
          }}
        />
      </Dialog>
      {shownKey === null
        ? null
        : shownKey === WITHIN
        ? within.value === null ? null : <Section section={within.value} shown={shown} />
        : (
          <JobOfRun key={shownKey} id={shownKey}>
            {() => <LaterBacktest id={shownKey} shown={shown} />}
          </JobOfRun>
        )}
    </div>
  );
}

function NewBacktest(
  { shown, onSent }: { readonly shown: ShownResult; readonly onSent: (id: string) => void },
): JSX.Element {
  const known = useLoaded(catalogue);
  return (
    <>
      <p class="muted">
        All methods of this run, on its history from {day(shown.result.data?.start_date ?? "")} to{" "}
        {day(shown.result.data?.end_date ?? "")}. Windows and intervals are counted in returns.
      </p>
      <Shown loaded={known} phase="Reading the fields">
        {({ submission }) => (
          <DescribedForm
            fields={submission.fields}
            within="rolling_backtest"
            first={["start_date", "end_date", "train_window", "rebalance_every", "cost_bps", "slippage_bps"]}
            draft={`backtest of ${shown.job.run_id}`}
            action="Run the backtest"
            submit={async (body, headers) => {
              const params = { path: { run_id: shown.job.run_id } };
              return (await answered(api.POST("/runs/{run_id}/backtest", { params, body, headers }))).backtest_run_id;
            }}
            onSent={onSent}
          />
        )}
      </Shown>
    </>
  );
}

function LaterBacktest({ id, shown }: { readonly id: string; readonly shown: ShownResult }): JSX.Element {
  const loaded = useLoaded(backtestOfId, id);
  return (
    <Shown loaded={loaded} phase="Reading the backtest">
      {({ section }) => <Section section={section} shown={shown} />}
    </Shown>
  );
}

function Section({ section, shown }: { readonly section: BacktestSection; readonly shown: ShownResult }): JSX.Element {
  const { result } = shown;
  const keys = useMemo(() => result.methods.map(({ key }) => key), [result]);
  const colours = useMemo(() => assetPlaces(result), [result]);
  return (
    <div class="stack">
      <p class="muted small">
        {Object.entries(section.config).flatMap(([name, value]) =>
          typeof value === "number"
            ? [`${wordsOf(name)} ${numberFormatter(LOCALES, {}).format(value)}`]
            : typeof value === "boolean"
            ? [`${wordsOf(name)}: ${value ? "yes" : "no"}`]
            : []
        ).join(" · ")}
      </p>
      <Table
        caption="Out of sample"
        columns={metricColumns(shown)}
        rows={metricRows(section)}
        keyOf={({ key }) => key}
      />
      <Unproven section={section} />
      <BacktestCharts section={section} keys={keys} currency={result.currency} />
      <WhenSeen height={420}>{() => <WeightsOverTime section={section} colours={colours} />}</WhenSeen>
      <Rebalances section={section} shown={shown} />
    </div>
  );
}

interface MetricRow {
  readonly key: string;
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** Metrics of a backtest that stand side by side; all others are in the files. */
const METRICS = [
  "annual_return",
  "annual_volatility",
  "sharpe_ratio",
  "max_drawdown",
  "conditional_value_at_risk",
  "turnover",
] as const;

function metricRows({ methods, benchmark }: BacktestSection): readonly MetricRow[] {
  return [
    ...methods.map(({ key, metrics }) => ({ key, metrics })),
    ...benchmark === null ? [] : [{ key: benchmark.id, metrics: benchmark.metrics }],
  ];
}

function metricColumns({ catalogue }: ShownResult): readonly Column<MetricRow, JSX.Element>[] {
  return [
    { key: "key", title: "Method", value: ({ key }) => key, show: ({ key }) => <bdi>{key}</bdi> },
    ...METRICS.map((id) => {
      const text = metricText(id, catalogue);
      return {
        key: id,
        title: text.name,
        about: <Definition kind="metric" id={id} />,
        isNumber: true,
        value: ({ metrics }: MetricRow) => metrics[id] ?? null,
        show: ({ metrics }: MetricRow) => <MetricFigure value={metrics[id] ?? null} text={text} />,
      };
    }),
  ];
}

/** Says of which methods the figures may be those of cash or of older weights. */
function Unproven({ section }: { readonly section: BacktestSection }): JSX.Element | null {
  const found = useMemo(() => unprovenRebalances(section.methods), [section]);
  if (found.length === 0) return null;
  return (
    <div class="notice notice-care">
      {found.map(({ key, count, total, first }) => (
        <p key={key}>
          <bdi>{key}</bdi> was without proven weights at {count} of {total} {total === 1 ? "rebalance" : "rebalances"}.
          {" "}
          {day(first.date)}: <bdi>{first.detail ?? wordsOf(first.status)}</bdi>.
        </p>
      ))}
    </div>
  );
}

type Rebalance = BacktestSection["methods"][number]["rebalances"][number];

/** The rebalances of the chosen method, or of the first one where the backtest does not have it. */
function Rebalances(
  { section, shown }: { readonly section: BacktestSection; readonly shown: ShownResult },
): JSX.Element | null {
  const method = section.methods.find(({ key }) => key === shown.method.key) ?? section.methods[0];
  if (method === undefined) return null;
  return (
    <Table
      caption={`Rebalances of ${method.key}`}
      columns={REBALANCES}
      rows={method.rebalances}
      keyOf={({ date }) => date}
    />
  );
}

const REBALANCES: readonly Column<Rebalance, JSX.Element | string>[] = [
  { key: "date", title: "Day", value: ({ date }) => date, show: ({ date }) => day(date) },
  {
    key: "turnover",
    title: "Turnover",
    isNumber: true,
    value: ({ turnover }) => turnover,
    show: ({ turnover }) => <Figure value={turnover} as="percent" />,
  },
  {
    key: "cost",
    title: "Cost",
    isNumber: true,
    value: ({ cost }) => cost,
    show: ({ cost }) => <Figure value={cost} as="percent" />,
  },
  {
    key: "assets",
    title: "Assets held",
    isNumber: true,
    value: ({ weights }) => Object.values(weights).filter((weight) => weight !== 0).length,
  },
  { key: "status", title: "Status", value: ({ status }) => status, show: ({ status }) => wordsOf(status) },
  {
    key: "detail",
    title: "Note",
    value: ({ detail }) => detail ?? "",
    show: ({ detail }) => <bdi>{detail ?? ""}</bdi>,
  },
];
