/**
 * How the values of an axis are written. Fractions are written as percent, dates are days since 1970-01-01, large
 * amounts are in thousands (k), millions (M) or billions (bn).
 */
export type AxisFormat = "number" | "percent" | "date" | "amount";

export interface Axis {
  readonly format: AxisFormat;
  /** What it measures, with its unit. */
  readonly label: string | null;
  /** Equal ratios at equal distances; what is not above 0 leaves a gap. Linear if absent. */
  readonly isLogarithmic?: boolean;
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
  /** A value that is within y and has a line across; 0 if absent. */
  readonly baseline?: number;
  readonly series: readonly {
    readonly name: string;
    /** In ascending order of x. */
    readonly points: readonly Point[];
    /** What the others are compared with. */
    readonly isReference: boolean;
  }[];
}

/** An area to 0 for each series in a panel of its own, on the same scales, over a line of reference. */
export interface PanelChart extends Described {
  readonly kind: "panels";
  readonly x: Axis;
  readonly y: Axis;
  readonly panels: readonly {
    readonly name: string;
    /** Said beside the name. */
    readonly note: string | null;
    /** In ascending order of x. */
    readonly points: readonly Point[];
  }[];
  readonly reference: { readonly name: string; readonly points: readonly Point[] } | null;
}

/** Areas on top of one another, those below 0 downwards; a value holds until the next x of its series. */
export interface StackChart extends Described {
  readonly kind: "stack";
  readonly x: Axis;
  readonly y: Axis;
  /** In ascending order; the last is where the last values end. */
  readonly edges: readonly number[];
  /** From the axis outwards: a value for each step between two edges. */
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly number[];
    /** What stands for all that is not shown. */
    readonly isRest: boolean;
    /** Its place among the colours; if absent its place in the chart. */
    readonly colour?: number;
  }[];
}

/** Bands around a middle, the widest first, with lines over them. */
export interface BandChart extends Described {
  readonly kind: "bands";
  readonly x: Axis;
  readonly y: Axis;
  /** Four at most. */
  readonly bands: readonly {
    readonly name: string;
    /** In ascending order of x. */
    readonly points: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  }[];
  readonly lines: readonly {
    /** Lines of one name share an entry of the legend. */
    readonly name: string;
    /** The middle, one example among many, or what the others are held against. */
    readonly role: "middle" | "example" | "reference";
    readonly points: readonly Point[];
  }[];
}

/** Counts between edges as upright bars. */
export interface HistogramChart extends Described {
  readonly kind: "histogram";
  readonly x: Axis;
  readonly y: Axis;
  /** In ascending order, one more than values. */
  readonly edges: readonly number[];
  readonly values: readonly number[];
  /** Bars are told apart by whether they lie below it. */
  readonly divide: { readonly at: number; readonly below: string; readonly above: string } | null;
  /** Values with a line up and a label at its top. */
  readonly markers: readonly { readonly value: number; readonly label: string; readonly isReference: boolean }[];
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
    /** Its place among the colours; if absent its place in the chart. */
    readonly colour?: number;
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
export type ChartDescription =
  | LineChart
  | PanelChart
  | StackChart
  | BandChart
  | HistogramChart
  | BarChart
  | ScatterChart
  | HeatmapChart;
