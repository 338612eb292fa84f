/** How the values of an axis are written. Fractions are written as percent, dates are days since 1970-01-01. */
export type AxisFormat = "number" | "percent" | "date";

export interface Axis {
  readonly format: AxisFormat;
  /** What it measures, with its unit. */
  readonly label: string | null;
}

interface Described {
  readonly title: string;
  readonly subtitle: string | null;
}

/** A point; one that is not finite leaves a gap. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Lines over one another; an area is filled to 0. */
export interface LineChart extends Described {
  readonly kind: "line" | "area";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly {
    readonly name: string;
    /** In ascending order of x. */
    readonly points: readonly Point[];
    /** What the others are compared with. */
    readonly isReference: boolean;
  }[];
}

/** Horizontal bars, a group or a stack for each category from top to bottom. */
export interface BarChart extends Described {
  readonly kind: "bar";
  readonly arrangement: "grouped" | "stacked";
  readonly categories: readonly string[];
  readonly value: Axis;
  /** A value for each category. */
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly number[];
    /** What stands for all that is not shown. */
    readonly isRest: boolean;
  }[];
}

export interface ScatterChart extends Described {
  readonly kind: "scatter";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly ScatterSeries[];
}

export interface ScatterSeries {
  readonly name: string;
  /** A line through the points, marks on them, or faint marks behind all others. */
  readonly mark: "line" | "points" | "background points";
  readonly points: readonly (Point & { readonly label: string | null })[];
}

/** A square of values from -1 to 1. */
export interface HeatmapChart extends Described {
  readonly kind: "heatmap";
  readonly names: readonly string[];
  readonly values: readonly (readonly number[])[];
}

/** What a chart shows, and nothing of how it is drawn. */
export type ChartDescription = LineChart | BarChart | ScatterChart | HeatmapChart;
