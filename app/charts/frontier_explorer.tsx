import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { Drawing } from "../../src/reports/charts/drawing.ts";
import { frontierChart, type FrontierSource } from "../../src/reports/charts/frontier_chart.ts";
import { shareBars } from "../../src/reports/charts/share_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import type { CovarianceRows, DescribedMeasure, FrontierResult, RunResult } from "./documents.ts";
import { frontierMeasure } from "./frontier_measure.ts";
import { type FrontierStop, type FrontierTrack, frontierTrack, placesOf, stopAt } from "./frontier_track.ts";
import { FIRST_ASSETS } from "./more_assets.tsx";
import { READERS_NOTATION } from "./readers_notation.ts";
import { fillClass, strokeClass } from "./shape_elements.tsx";
import { shareTable } from "./share_table.ts";

export interface FrontierExplorerProps {
  readonly result: Pick<RunResult, "efficient_frontier" | "methods" | "assets" | "estimates">;
  /** Rows of the covariance matrix, where it is in a file of its own; null if that is not read yet. */
  readonly covariance: CovarianceRows | null;
  /** Measures of risk, as the service describes them. */
  readonly measures: readonly DescribedMeasure[];
  /** Hears from which portfolio the reader wants to start a run; without it there is no button for that. */
  readonly onUse?: (stop: FrontierStop) => void;
}

/**
 * The efficient frontier with the methods and assets of a run, and a point that the reader moves along it to see the
 * weights there; nothing for a run without a frontier.
 */
export function FrontierExplorer(
  { result, covariance, measures, onUse }: FrontierExplorerProps,
): JSX.Element | null {
  const source = useMemo(() => sourceOf(result, covariance), [result, covariance]);
  const track = useMemo(() => trackOf(source), [source]);
  const places = useMemo(() => track === null ? [] : placesOf(track), [track]);
  const [step, setStep] = useState<number | null>(null);
  const chart = useMemo(() => {
    const drawn = track === null
      ? null
      : frontierChart(withLine(source, track, places), (frontier) =>
        frontierMeasure(frontier, measures), READERS_NOTATION);
    return drawn === null ? null : describedChart(drawn);
  }, [source, track, places, measures]);
  if (chart === null || track === null) return null;
  const at = Math.min(step ?? middleStep(track, places), places.length - 1);
  const stop = stopAt(track, places[at] ?? 0);
  return (
    <div class="chart-pair">
      <ChartFigure
        chart={chart}
        height={440}
        overlay={(drawing) => stop === null ? null : <Handle stop={stop} drawing={drawing} />}
        onDrag={(place, drawing) => setStep(nearestStep(place, drawing, { track, places }))}
      >
        <Slider track={track} places={places} at={at} stop={stop} onMove={setStep} />
      </ChartFigure>
      {stop === null ? null : <StopWeights stop={stop} onUse={onUse} />}
    </div>
  );
}

/** Returns the part of a result that its frontier is drawn from, with the covariance matrix from where it is. */
function sourceOf(
  { efficient_frontier, methods, assets, estimates }: FrontierExplorerProps["result"],
  covariance: CovarianceRows | null,
): FrontierSource {
  const { assets: ids, matrix } = estimates.covariance;
  return {
    efficient_frontier,
    methods,
    assets,
    estimates: {
      expected_returns: estimates.expected_returns,
      covariance: { assets: ids, matrix: matrix ?? covariance },
    },
  };
}

function trackOf({ efficient_frontier, estimates }: FrontierSource): FrontierTrack | null {
  if (efficient_frontier === null) return null;
  const track = frontierTrack(efficient_frontier, estimates.covariance);
  return track.stops.length < 2 ? null : track;
}

/** Returns the source with the places of the track as the points of its line, where those are exact or it has none. */
function withLine(source: FrontierSource, track: FrontierTrack, places: readonly number[]): FrontierSource {
  const { efficient_frontier: frontier } = source;
  if (frontier === null || !track.isExact.includes(true)) return source;
  const points = places.flatMap((place): FrontierResult["points"] => {
    const stop = stopAt(track, place);
    if (stop === null) return [];
    return [{ branch: "upper", return: stop.return, volatility: stop.risk, risk: stop.risk, weights: stop.weights }];
  });
  return { ...source, efficient_frontier: { ...frontier, points } };
}

/** Step at which the reader begins: in the middle of the way, where the weights are neither of the ends. */
function middleStep(track: FrontierTrack, places: readonly number[]): number {
  const middle = (track.stops.length - 1) / 2;
  return Math.max(0, places.findIndex((place) => place >= middle));
}

/** Returns the step of the track nearest to a place of the drawing. */
function nearestStep(
  { x, y }: { readonly x: number; readonly y: number },
  { area }: Drawing,
  { track, places }: { readonly track: FrontierTrack; readonly places: readonly number[] },
): number {
  let [best, nearest] = [0, Infinity];
  places.forEach((place, step) => {
    const stop = stopAt(track, place);
    if (stop === null || area === null) return;
    const distance = Math.hypot(area.x(stop.risk) - x, area.y(stop.return) - y);
    if (distance < nearest) [best, nearest] = [step, distance];
  });
  return best;
}

/** The point that the reader moves along the frontier. */
function Handle(
  { stop, drawing: { area } }: { readonly stop: FrontierStop; readonly drawing: Drawing },
): JSX.Element | null {
  if (area === null) return null;
  const [x, y] = [area.x(stop.risk), area.y(stop.return)];
  return (
    <g>
      <path
        class={strokeClass("axis")}
        d={`M${area.left} ${y}H${x}V${area.bottom}`}
        fill="none"
        stroke-dasharray="3 3"
      />
      <circle class={fillClass("background")} cx={x} cy={y} r="9" />
      <circle class={strokeClass("ink")} cx={x} cy={y} r="8" fill="none" stroke-width="2.5" />
      <circle class={fillClass("ink")} cx={x} cy={y} r="3" />
    </g>
  );
}

interface SliderProps {
  readonly track: FrontierTrack;
  readonly places: readonly number[];
  readonly at: number;
  readonly stop: FrontierStop | null;
  readonly onMove: (step: number) => void;
}

/** The way along the frontier as a slider, for the keyboard and for screen readers. */
function Slider({ track, places, at, stop, onMove }: SliderProps): JSX.Element {
  const id = useId();
  const isAnywhere = track.isExact.includes(true);
  return (
    <div class="chart-slider">
      <label for={id}>Portfolio on the frontier, from the least risk to the largest return</label>
      <input
        id={id}
        type="range"
        min={0}
        max={places.length - 1}
        value={at}
        aria-valuetext={stop === null ? undefined : described(stop)}
        onInput={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <p class="chart-hint">
        {isAnywhere
          ? "Between two corner portfolios weights are linear in the return, so every portfolio on the way is exact."
          : `The frontier was computed at ${
            READERS_NOTATION.number(track.stops.length)
          } portfolios, and the point moves from one to the next.`}
      </p>
    </div>
  );
}

function described(stop: FrontierStop): string {
  const { short } = READERS_NOTATION;
  return `return ${short(stop.return, "percent")}, risk ${short(stop.risk, "percent")}`;
}

/** The weights of the portfolio at the point, as bars. */
function StopWeights(
  { stop, onUse }: { readonly stop: FrontierStop; readonly onUse: FrontierExplorerProps["onUse"] },
): JSX.Element | null {
  const chart = useMemo(() => {
    const portfolios = [{ name: "this portfolio", shares: stop.weights, colour: 0, isReference: true }];
    const bars = shareBars(portfolios, {
      title: "Weights",
      label: "Share of the portfolio",
      assetsAtMost: FIRST_ASSETS,
      notation: READERS_NOTATION,
    });
    if (bars === null) return null;
    const subtitle = [capital(described(stop)), ...bars.subtitle === null ? [] : [bars.subtitle]].join("; ");
    return describedChart({ ...bars, title: "Weights at the point", subtitle }, {
      table: () => shareTable(portfolios),
    });
  }, [stop]);
  if (chart === null) return null;
  return (
    <ChartFigure
      chart={chart}
      controls={onUse === undefined
        ? undefined
        : <button type="button" class="button" onClick={() => onUse(stop)}>Start a run from this portfolio</button>}
    />
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
