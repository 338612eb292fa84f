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
import { READERS_NOTATION, type ReadersNotation } from "./readers_notation.ts";
import { rebased, withinRange } from "./time_series.ts";
import { WhenSeen } from "./when_seen.tsx";

/** A chart of lines among those that share a stretch of time. */
export interface TimeChart {
  /** Name that tells it apart from the other ones. */
  readonly key: string;
  /** Describes it, when it comes into view. */
  readonly describe: () => LineChart;
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
  /** Notation of the charts; that of charts without amounts of money if absent. */
  readonly notation?: ReadersNotation;
}

/**
 * Charts over time below one another, with one legend and one stretch of time for all of them. What the reader points
 * at in one is marked in all.
 */
export function TimeFigures(
  { title, charts, dates, notation = READERS_NOTATION }: TimeFiguresProps,
): JSX.Element | null {
  const [range, setRange] = useState<DateRange>({ from: 0, to: dates.length - 1 });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const [isRebased, setIsRebased] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const first = useMemo(() => charts[0] === undefined ? null : inFixedColours(charts[0].describe()), [charts]);
  if (first === null) return null;
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
      {charts.map(({ key, describe, isCumulative = false, height = HEIGHT }) => (
        <WhenSeen key={key} height={height + HEAD_HEIGHT}>
          {() => (
            <TimeFigure
              describe={describe}
              notation={notation}
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
          )}
        </WhenSeen>
      ))}
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();
const HEIGHT = 300;
/** Height in pixels of the title and the fields of a chart. */
const HEAD_HEIGHT = 72;

interface TimeFigureProps {
  readonly describe: () => LineChart;
  readonly notation: ReadersNotation;
  readonly controls: ComponentChildren;
  readonly isRebased: boolean;
  readonly range: DateRange;
  readonly hidden: ReadonlySet<string>;
  readonly at: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly onRange: (range: DateRange) => void;
  readonly height: number;
}

function TimeFigure({ describe, controls, isRebased, ...view }: TimeFigureProps): JSX.Element {
  const { notation, range, hidden } = view;
  const chart = useMemo(() => inFixedColours(describe()), [describe]);
  const shown = useMemo(() => isRebased ? rebased(chart, range) : chart, [chart, isRebased, isRebased ? range : null]);
  return (
    <ChartFrame
      title={chart.title}
      subtitle={chart.subtitle}
      table={() => tableOf(withinRange(shown, range))}
      drawing={() => drawChart(withoutSeries(withinRange(shown, range), hidden), { notation })}
      notation={notation}
      controls={controls}
    >
      <LinePlot chart={shown} {...view} />
    </ChartFrame>
  );
}
