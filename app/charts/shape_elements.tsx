import type { JSX } from "preact";
import type { Drawing, LegendItem, Paint, Shape } from "../../src/reports/charts/drawing.ts";

/** Returns the elements of a drawing's shapes within an SVG. Their colours come from the classes of their paints. */
export function shapeElements(shapes: Drawing["shapes"]): readonly JSX.Element[] {
  return shapes.map((shape, index) => <ShapeElement key={index} shape={shape} />);
}

/** Class that fills an element with a paint, in the colours of the page's theme. */
export function fillClass(paint: Paint): string {
  return `fill-${paint}`;
}

/** Class that strokes an element with a paint, in the colours of the page's theme. */
export function strokeClass(paint: Paint): string {
  return `stroke-${paint}`;
}

function ShapeElement({ shape }: { readonly shape: Shape }): JSX.Element {
  switch (shape.shape) {
    case "rectangle":
      return (
        <rect
          class={fillClass(shape.paint)}
          x={round(shape.x)}
          y={round(shape.y)}
          width={round(shape.width)}
          height={round(shape.height)}
          fill-opacity={shape.opacity}
        />
      );
    case "line":
      return (
        <path
          class={strokeClass(shape.paint)}
          d={pathOf(shape.points)}
          fill="none"
          stroke-width={shape.width}
          stroke-linejoin="round"
          stroke-linecap="round"
          stroke-dasharray={shape.isDashed ? "6 4" : undefined}
          stroke-opacity={shape.opacity}
        />
      );
    case "area":
      return <path class={fillClass(shape.paint)} d={`${pathOf(shape.points)}Z`} fill-opacity={shape.opacity} />;
    case "circle":
      return (
        <circle
          class={fillClass(shape.paint)}
          cx={round(shape.x)}
          cy={round(shape.y)}
          r={shape.radius}
          fill-opacity={shape.opacity}
        />
      );
    case "text":
      return <TextElement shape={shape} />;
  }
}

function TextElement({ shape }: { readonly shape: Extract<Shape, { shape: "text" }> }): JSX.Element {
  const [x, y] = [round(shape.x), round(shape.y)];
  return (
    <text
      class={fillClass(shape.paint)}
      x={x}
      y={y}
      font-size={shape.size}
      text-anchor={shape.anchor === "start" ? undefined : shape.anchor}
      font-weight={shape.isBold ? 600 : undefined}
      transform={shape.rotation === undefined ? undefined : `rotate(${shape.rotation} ${x} ${y})`}
    >
      {shape.text}
    </text>
  );
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The mark of a series as the legend shows it. */
export function LegendMark({ item: { mark, paint, opacity } }: { readonly item: LegendItem }): JSX.Element {
  return (
    <svg class="chart-mark" width="16" height="12" aria-hidden="true">
      {mark === "bar"
        ? <rect class={fillClass(paint)} x="2" width="12" height="12" fill-opacity={opacity} />
        : mark === "square"
        ? <rect class={fillClass(paint)} x="3.5" y="1.5" width="9" height="9" />
        : mark === "circle"
        ? <circle class={fillClass(paint)} cx="8" cy="6" r="5" />
        : (
          <path
            class={strokeClass(paint)}
            d="M0 6H16"
            stroke-width="2.5"
            stroke-dasharray={mark === "dashed line" ? "6 4" : undefined}
          />
        )}
    </svg>
  );
}
