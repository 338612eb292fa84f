import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { LineChart } from "../../src/reports/charts/chart_description.ts";
import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import { ChartFrame } from "./chart_frame.tsx";
import type { DateRange } from "./date_ranges.ts";
import { inFixedColours, tableOf, withoutSeries } from "./described_chart.ts";
import { Legend, toggled } from "./legend.tsx";
import { LinePlot, lookOf } from "./line_plot.tsx";
import { RangeSelector } from "./range_selector.tsx";
import { rebased, withinRange } from "./time_series.ts";

/** A chart of lines among those that share a stretch of time. */
export interface TimeChart {
  readonly chart: LineChart;
  /** Whether its values are cumulative returns, which may begin anew with the stretch; false if absent. */
  readonly isCumulative?: boolean;
  /** Height in pixels; 300 if absent. */
  readonly height?: number;
}

export interface TimeFiguresProps {
  /** What the charts show together, for the name of their legend. */
  readonly title: string;
  /** Charts of the same lines on the same dates, from top to bottom. */
  readonly charts: readonly TimeChart[];
  /** Dates of the charts, ascending. */
  readonly dates: readonly string[];
}

/**
 * Charts over time below one another, with one legend and one stretch of time for all of them. What the reader points
 * at in one is marked in all.
 */
export function TimeFigures({ title, charts, dates }: TimeFiguresProps): JSX.Element | null {
  const [range, setRange] = useState<DateRange>({ from: 0, to: dates.length - 1 });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const [isRebased, setIsRebased] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const fixed = useMemo(() => charts.map((one) => ({ ...one, chart: inFixedColours(one.chart) })), [charts]);
  const first = fixed[0]?.chart;
  if (first === undefined) return null;
  const names = first.series.map(({ name }) => name);
  return (
    <section class="chart-times">
      <div class="chart">
        <Legend
          title={title}
          items={first.series.map(({ name, isReference, colour = 0 }) => lookOf({ name, isReference, colour }))}
          hideable={names}
          hidden={hidden}
          onToggle={(name) => setHidden(toggled(hidden, name))}
        />
        <RangeSelector dates={dates} range={range} onRange={setRange} overview={first} />
      </div>
      {fixed.map(({ chart, isCumulative = false, height = HEIGHT }) => (
        <TimeFigure
          key={chart.title}
          chart={chart}
          controls={isCumulative
            ? (
              <label class="chart-choice">
                <input
                  type="checkbox"
                  checked={isRebased}
                  onChange={({ currentTarget }) => setIsRebased(currentTarget.checked)}
                />
                Begin at 0 with the stretch of time
              </label>
            )
            : undefined}
          isRebased={isCumulative && isRebased}
          range={range}
          hidden={hidden}
          at={at}
          onPoint={setAt}
          onRange={setRange}
          height={height}
        />
      ))}
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();
const HEIGHT = 300;

interface TimeFigureProps {
  readonly chart: LineChart;
  readonly controls: ComponentChildren;
  readonly isRebased: boolean;
  readonly range: DateRange;
  readonly hidden: ReadonlySet<string>;
  readonly at: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly onRange: (range: DateRange) => void;
  readonly height: number;
}

function TimeFigure({ chart, controls, isRebased, ...view }: TimeFigureProps): JSX.Element {
  const { range, hidden } = view;
  const shown = useMemo(() => isRebased ? rebased(chart, range) : chart, [chart, isRebased, isRebased ? range : null]);
  return (
    <ChartFrame
      title={chart.title}
      subtitle={chart.subtitle}
      table={() => tableOf(withinRange(shown, range))}
      drawing={() => drawChart(withoutSeries(withinRange(shown, range), hidden))}
      controls={controls}
    >
      <LinePlot chart={shown} {...view} />
    </ChartFrame>
  );
}
