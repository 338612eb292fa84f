import type { ScatterSeries } from "./chart_description.ts";
import type { Paint } from "./drawing.ts";

/** A series of a scatter chart with its mark and colour. */
export interface DrawnSeries {
  readonly name: string;
  readonly points: ScatterSeries["points"];
  readonly kind: ScatterSeries["mark"];
  readonly hasLabels: boolean;
  readonly mark: "line" | "circle" | "square";
  readonly paint: Paint;
}
