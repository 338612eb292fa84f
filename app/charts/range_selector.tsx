import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";
import type { LineChart } from "../../src/reports/charts/chart_description.ts";
import { downsample } from "../../src/reports/charts/downsample.ts";
import { extentOf } from "../../src/reports/charts/plane.ts";
import { day } from "../format/day.ts";
import { type DateRange, namedRanges, rangeBetween, widened } from "./date_ranges.ts";
import { strokeClass } from "./shape_elements.tsx";

export interface RangeSelectorProps {
  /** Dates of the series, ascending. */
  readonly dates: readonly string[];
  readonly range: DateRange;
  readonly onRange: (range: DateRange) => void;
  /** Chart whose first line is drawn behind the ends of the range. */
  readonly overview: LineChart;
}

/** Fields that choose a stretch of time: usual ones, two days, and two ends that move over a small picture. */
export function RangeSelector({ dates, range, onRange, overview }: RangeSelectorProps): JSX.Element {
  const id = useId();
  const named = useMemo(() => namedRanges(dates), [dates]);
  const last = dates.length - 1;
  const [first, end] = [dates[range.from] ?? "", dates[range.to] ?? ""];
  return (
    <div class="chart-range" role="group" aria-label="Stretch of time">
      <div class="chart-range-row">
        {named.map(({ name, from, to }) => (
          <button
            key={name}
            type="button"
            class="chart-range-name"
            aria-pressed={range.from === from && range.to === to}
            onClick={() => onRange({ from, to })}
          >
            {name}
          </button>
        ))}
        <span class="chart-range-days">
          <label for={`${id}-first`}>From</label>
          <input
            id={`${id}-first`}
            type="date"
            value={first}
            min={dates[0]}
            max={dates[last]}
            onChange={({ currentTarget: { value } }) =>
              value === "" ? undefined : onRange(rangeBetween(dates, value, end))}
          />
          <label for={`${id}-last`}>to</label>
          <input
            id={`${id}-last`}
            type="date"
            value={end}
            min={dates[0]}
            max={dates[last]}
            onChange={({ currentTarget: { value } }) =>
              value === "" ? undefined : onRange(rangeBetween(dates, first, value))}
          />
        </span>
      </div>
      <div class="chart-range-track">
        <Overview chart={overview} range={range} count={dates.length} />
        {(["from", "to"] as const).map((part) => (
          <input
            key={part}
            type="range"
            class="chart-range-end"
            aria-label={part === "from" ? "First day" : "Last day"}
            aria-valuetext={day(dates[range[part]] ?? "")}
            min={0}
            max={last}
            value={range[part]}
            onInput={({ currentTarget }) => onRange(movedEnd(range, part, Number(currentTarget.value), dates.length))}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns a range one end of which was moved, but not beyond the other one. */
function movedEnd(range: DateRange, part: "from" | "to", index: number, count: number): DateRange {
  return part === "from"
    ? widened({ from: Math.min(index, range.to - 1), to: range.to }, count)
    : widened({ from: range.from, to: Math.max(index, range.from + 1) }, count);
}

const WIDTH = 1000;
const HEIGHT = 44;

/** A small picture of the whole time, with what lies outside of the range covered. */
function Overview(
  { chart, range, count }: { readonly chart: LineChart; readonly range: DateRange; readonly count: number },
): JSX.Element {
  const path = useMemo(() => pathOf(chart), [chart]);
  const at = (index: number): number => index / Math.max(1, count - 1) * WIDTH;
  return (
    <svg class="chart-overview" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class={strokeClass("series-0")} d={path} fill="none" vector-effect="non-scaling-stroke" />
      <rect class="chart-outside" x="0" y="0" width={at(range.from)} height={HEIGHT} />
      <rect class="chart-outside" x={at(range.to)} y="0" width={WIDTH - at(range.to)} height={HEIGHT} />
    </svg>
  );
}

/** Returns the path of the first line of a chart in the small picture. */
function pathOf({ series }: LineChart): string {
  const points = downsample(series[0]?.points ?? [], { columns: WIDTH / 4 }).filter(({ y }) => Number.isFinite(y));
  const [xs, ys] = [extentOf(points.map(({ x }) => x)), extentOf(points.map(({ y }) => y))];
  const place = (value: number, { low, high }: typeof xs, size: number): string =>
    (high > low ? (value - low) / (high - low) * size : size / 2).toFixed(1);
  return points.map(({ x, y }, index) =>
    `${index === 0 ? "M" : "L"}${place(x, xs, WIDTH)} ${place(-y, { low: -ys.high, high: -ys.low }, HEIGHT)}`
  ).join("");
}
