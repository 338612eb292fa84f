import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type TimeChart, TimeFigures } from "../../charts/time_figures.tsx";
import type { LineChart } from "../../../src/reports/charts/chart_description.ts";
import { dayOf } from "../../../src/reports/charts/ticks.ts";
import { day } from "../../format/day.ts";
import type { ComparedColumn } from "./compared_column.ts";
import type { ComparedMethod } from "./surface.ts";

type Curve = NonNullable<ComparedMethod["curve"]>;

/** The histories of the compared methods over the dates that all runs have in common, in one chart each. */
export function ComparedCurves({ columns }: { readonly columns: readonly ComparedColumn[] }): JSX.Element {
  const lines = useMemo(() => linesOf(columns), [columns]);
  const dates = lines[0]?.curve.dates ?? [];
  const charts = useMemo((): readonly TimeChart[] => [
    {
      key: "return",
      describe: () => chartOf(lines, "Cumulative return", ({ cumulative_return }) => cumulative_return),
      isCumulative: true,
      height: 340,
    },
    {
      key: "drawdown",
      describe: () => chartOf(lines, "Drawdown", ({ drawdown }) => drawdown.map((depth) => -depth)),
      height: 220,
    },
  ], [lines]);
  return (
    <section class="stack" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {dates.length < 2
        ? (
          <p class="muted">
            The runs have no dates in common, so that their histories cannot be drawn beside each other.
          </p>
        )
        : (
          <>
            <p class="prose muted">
              The weights of today held through the dates that all runs have in common. All begin at 0.
            </p>
            <TimeFigures title="the runs" charts={charts} dates={dates} />
          </>
        )}
    </section>
  );
}

interface Line {
  readonly name: string;
  /** Place of the run, which keeps its colour when another one has no curve. */
  readonly colour: number;
  readonly curve: Curve;
}

function linesOf(columns: readonly ComparedColumn[]): readonly Line[] {
  return columns.flatMap(({ title, method }, colour) => {
    const curve = method?.curve ?? null;
    return curve === null ? [] : [{ name: title, colour, curve }];
  });
}

function chartOf(lines: readonly Line[], title: string, valuesOf: (curve: Curve) => readonly number[]): LineChart {
  const dates = lines[0]?.curve.dates ?? [];
  const days = dates.map(dayOf);
  return {
    kind: "line",
    title,
    subtitle: `${day(dates[0] ?? "")} to ${day(dates.at(-1) ?? "")}`,
    x: { format: "date", label: null },
    y: { format: "percent", label: null },
    series: lines.map(({ name, colour, curve }) => {
      const values = valuesOf(curve);
      return { name, colour, isReference: false, points: days.map((x, row) => ({ x, y: values[row] ?? NaN })) };
    }),
  };
}
