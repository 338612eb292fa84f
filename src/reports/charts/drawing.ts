import type { Notation } from "./notation.ts";

/** Name of a colour by its purpose; each output format has its own light and dark colours. */
export type Paint =
  | "background"
  | "ink"
  | "muted"
  | "grid"
  | "axis"
  /** Name of the colour of a series by its index, from 0. */
  | `series-${number}`
  /**
   * Colour of a bar or an area for all remaining assets, of a reference in line, panel and bar charts, and of
   * background points.
   */
  | "neutral"
  /** Name of the colour of a band around a middle line by its index; 0 is the widest. */
  | `band-${number}`
  /** Name of the colour of a heat map value: `heat-0` for -1 to `heat-20` for 1. */
  | `heat-${number}`
  /** Colour of the text on a heat map cell: `on-heat-0` for value -1 to `on-heat-20` for 1. */
  | `on-heat-${number}`;

export type Shape =
  | {
    readonly shape: "rectangle";
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly paint: Paint;
    readonly opacity?: number;
  }
  | {
    readonly shape: "line";
    readonly points: readonly (readonly [number, number])[];
    readonly paint: Paint;
    readonly width: number;
    readonly isDashed?: boolean;
    readonly opacity?: number;
  }
  | {
    readonly shape: "area";
    readonly points: readonly (readonly [number, number])[];
    readonly paint: Paint;
    readonly opacity: number;
  }
  | {
    readonly shape: "circle";
    readonly x: number;
    readonly y: number;
    readonly radius: number;
    readonly paint: Paint;
    readonly opacity?: number;
  }
  | {
    readonly shape: "text";
    /** Anchor point of a text in a chart drawing, on the baseline of the text. */
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly size: number;
    readonly anchor: "start" | "middle" | "end";
    readonly paint: Paint;
    readonly isBold?: boolean;
    /** Rotation of a text in a chart drawing in degrees, clockwise around its anchor. */
    readonly rotation?: number;
  };

/** Entry of a chart's legend: the name and look of a series. */
export interface LegendItem {
  readonly name: string;
  readonly paint: Paint;
  /** Opacity of the mark of a bar series in a chart's legend; 1 if absent. */
  readonly opacity?: number;
  readonly mark: "line" | "dashed line" | "bar" | "circle" | "square";
}

/** Rectangle of a drawing that stands for one entry of its chart, for a reader who points at it; in pixels. */
export interface Spot {
  /** Index of the entry's series in the chart description; null where the spot stands for all series at its index. */
  readonly series: number | null;
  /** Index of the entry in the chart description: of a category, a step, a bar of a histogram or a point. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The plot area of a chart with two axes in pixels, and functions that map values to pixels. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Maps a value on an axis to a position in pixels. */
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** A chart as shapes from back to front, in pixels from the top left corner. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Legend of the chart, also where it is not among the shapes. */
  readonly legend: readonly LegendItem[];
  /** Spots of the entries of a chart that a reader can point at; empty for charts without. */
  readonly spots: readonly Spot[];
  /** Null for charts without two axes. */
  readonly area: PlotArea | null;
}

/** Size of a drawing, whether it has a title and a legend, and how its labels are written. */
export interface DrawingSize {
  /** Width of the drawn chart in pixels; 960 if absent, or as wide as a heat map needs. */
  readonly width?: number;
  /** Height of the drawn chart in pixels, used only for charts with a free height; a suitable default if absent. */
  readonly height?: number;
  /** Whether the title and the legend stand outside of the drawing, which then has narrow margins; false if absent. */
  readonly isBare?: boolean;
  /** Notation of the labels in a drawing; that of reports if absent. */
  readonly notation?: Notation;
}
