import type { ComponentChildren, JSX, TargetedPointerEvent } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Drawing, Spot } from "../../src/reports/charts/drawing.ts";
import { ChartFrame } from "./chart_frame.tsx";
import { type InteractiveChart, sentenceOf } from "./interactive_chart.ts";
import { Legend, toggled } from "./legend.tsx";
import { spotAt, spotByKey } from "./pointed_spots.ts";
import { ReadingBox } from "./reading_box.tsx";
import { shapeElements, strokeClass } from "./shape_elements.tsx";
import { useWidth } from "./use_width.ts";

export interface ChartFigureProps {
  readonly chart: InteractiveChart;
  /** Height of the drawing in pixels, for charts whose height does not follow from their content. */
  readonly height?: number;
  /** Fields that choose what the chart shows, above it. */
  readonly controls?: ComponentChildren;
  /** Draws more into the SVG, over the chart. */
  readonly overlay?: ((drawing: Drawing) => ComponentChildren) | undefined;
  /** Hears where the reader presses or drags, in pixels of the drawing. The chart then does not scroll by touch. */
  readonly onDrag?: ((place: { readonly x: number; readonly y: number }, drawing: Drawing) => void) | undefined;
  /** More below the chart. */
  readonly children?: ComponentChildren;
}

/** Height in pixels of charts whose height is free, if nothing else is said. */
const HEIGHT = 360;

/** A chart drawn as SVG, with a legend that hides series, and all values at what the reader points at. */
export function ChartFigure(
  { chart, height = HEIGHT, controls, overlay, onDrag, children }: ChartFigureProps,
): JSX.Element {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const [reference, width] = useWidth<HTMLDivElement>();
  const whole = useMemo(
    () => width === 0 ? null : chart.draw({ width, height, isBare: true }, NONE),
    [chart, width, height],
  );
  const drawing = useMemo(
    () => whole === null || hidden.size === 0 ? whole : chart.draw({ width, height, isBare: true }, hidden),
    [whole, hidden],
  );
  return (
    <ChartFrame
      title={chart.title}
      subtitle={chart.subtitle}
      table={() => chart.table()}
      drawing={() => chart.draw({}, hidden)}
      notation={chart.notation}
      controls={controls}
    >
      <Legend
        title={chart.title}
        items={whole?.legend ?? []}
        hideable={chart.hideable}
        hidden={hidden}
        onToggle={(name) => setHidden(toggled(hidden, name))}
      />
      <div ref={reference}>
        {drawing === null
          ? <div class="chart-empty" />
          : <Plot chart={chart} hidden={hidden} drawing={drawing} overlay={overlay} onDrag={onDrag} />}
      </div>
      {children}
    </ChartFrame>
  );
}

const NONE: ReadonlySet<string> = new Set();

interface PlotProps extends Pick<ChartFigureProps, "chart" | "overlay" | "onDrag"> {
  readonly hidden: ReadonlySet<string>;
  /** The chart as it is drawn without the hidden series. */
  readonly drawing: Drawing;
}

/** The spot that the reader points at, and the place of the pointer; null where it was chosen by the keyboard. */
interface Pointed {
  readonly index: number;
  readonly place: { readonly x: number; readonly y: number } | null;
}

/** The drawing itself. A screen reader takes it for a slider whose value is what the chart shows at one place. */
function Plot({ chart, hidden, drawing, overlay, onDrag }: PlotProps): JSX.Element {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const shapes = useMemo(() => shapeElements(drawing.shapes), [drawing]);
  const { spots } = drawing;
  const spot = pointed === null ? undefined : spots[pointed.index];
  const reading = spot === undefined ? null : chart.readingAt(spot, drawing, hidden);
  const point = (place: { readonly x: number; readonly y: number }): void => {
    const found = spotAt(spots, place.x, place.y);
    setPointed(found < 0 ? null : { index: found, place });
  };
  const placeOf = ({ clientX, clientY, currentTarget }: TargetedPointerEvent<HTMLDivElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  return (
    <div
      class={onDrag === undefined ? "chart-plot" : "chart-plot chart-plot-dragged"}
      role="slider"
      tabIndex={0}
      aria-label={`${chart.title}: values, by arrow keys`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, spots.length - 1)}
      aria-valuenow={pointed?.index ?? 0}
      aria-valuetext={reading === null ? "Nothing is chosen" : sentenceOf(reading, chart.notation.short)}
      onKeyDown={(event) => {
        const next = event.key === "Escape" ? undefined : spotByKey(event.key, pointed?.index ?? -1, spots.length);
        if (next === null) return;
        event.preventDefault();
        setPointed(next === undefined ? null : { index: next, place: null });
      }}
      onPointerDown={(event) => {
        const place = placeOf(event);
        point(place);
        if (onDrag === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onDrag(place, drawing);
      }}
      onPointerMove={(event) => {
        const place = placeOf(event);
        point(place);
        if (onDrag !== undefined && event.buttons > 0) onDrag(place, drawing);
      }}
      // A finger that is lifted leaves, too: what it has pointed at stays to be read.
      onPointerLeave={({ pointerType }) => pointerType === "touch" ? undefined : setPointed(null)}
      onBlur={() => setPointed(null)}
    >
      <svg
        class="chart-drawing"
        width={drawing.width}
        height={drawing.height}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        aria-hidden="true"
      >
        {shapes}
        {spot === undefined ? null : <Highlight spot={spot} />}
        {overlay?.(drawing)}
      </svg>
      {spot === undefined || reading === null ? null : (
        <ReadingBox
          reading={reading}
          notation={chart.notation}
          x={pointed?.place?.x ?? spot.x + spot.width / 2}
          y={pointed?.place?.y ?? spot.y + spot.height / 2}
          width={drawing.width}
          height={drawing.height}
        />
      )}
    </div>
  );
}

/** Marks what the reader points at: a ring around a point, or a frame around a row or a column. */
function Highlight({ spot: { series, x, y, width, height } }: { readonly spot: Spot }): JSX.Element {
  if (series === null) return <rect class="chart-highlight" x={x} y={y} width={Math.max(1, width)} height={height} />;
  return (
    <circle
      class={strokeClass("ink")}
      cx={x + width / 2}
      cy={y + height / 2}
      r={width / 2 + 3}
      fill="none"
      stroke-width="2"
    />
  );
}
