import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import { svgOf } from "../../src/reports/charts/svg.ts";

/** A measured quantity over time. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Draws curves over time as an SVG picture. The title says the quantity and its unit, `time` the unit of the time. */
export function curvePicture(
  { title, subtitle, time }: { readonly title: string; readonly subtitle: string; readonly time: string },
  curves: readonly Curve[],
): string {
  return svgOf(drawChart({
    kind: "line",
    title,
    subtitle,
    x: { format: "number", label: time },
    y: { format: "number", label: title },
    series: curves.map((curve) => ({ ...curve, isReference: false })),
  }, { height: 360 }));
}
