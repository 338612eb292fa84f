/**
 * Format of the values on an axis. Fractions are written as percent, dates are days since 1970-01-01, and large amounts
 * are in thousands (k), millions (M) or billions (bn).
 */
export type AxisFormat = "number" | "percent" | "date" | "amount";

export interface Axis {
  readonly format: AxisFormat;
  /** Label of a chart axis: the quantity with its unit. */
  readonly label: string | null;
  /** Whether the chart axis is logarithmic; values that are not above 0 are then not drawn. Linear if absent. */
  readonly isLogarithmic?: boolean;
}

interface Described {
  readonly title: string;
  readonly subtitle: string | null;
}

/**
 * Data point of a chart. It is not drawn if a coordinate is not finite or its size exceeds 1e12. In line, area and
 * panel charts, such a y also breaks the line.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A chart of lines over one another, or of areas filled down to 0. */
export interface LineChart extends Described {
  readonly kind: "line" | "area";
  readonly x: Axis;
  readonly y: Axis;
  /**
   * Value that the y axis includes and marks with a horizontal line; 0 if absent. A logarithmic axis leaves out a value
   * that is not above 0.
   */
  readonly baseline?: number;
  readonly series: readonly {
    readonly name: string;
    /** Data points of a line in the chart, in ascending order of x. */
    readonly points: readonly Point[];
    /** Whether the series of the chart is the reference that the other series are compared with. */
    readonly isReference: boolean;
    /** Index of the line's colour in the chart; the position of the series in the chart if absent. */
    readonly colour?: number;
  }[];
}

/** A chart with one panel per series, on the same scales. Each panel shows an area down to 0 over a reference line. */
export interface PanelChart extends Described {
  readonly kind: "panels";
  readonly x: Axis;
  readonly y: Axis;
  readonly panels: readonly {
    readonly name: string;
    /** Text shown beside the name of a panel of the chart. */
    readonly note: string | null;
    /** Data points of a chart panel, in ascending order of x. */
    readonly points: readonly Point[];
    /** Index of the panel's colour in the chart; the position of the panel in the chart if absent. */
    readonly colour?: number;
  }[];
  readonly reference: { readonly name: string; readonly points: readonly Point[] } | null;
}

/** A chart of areas stacked on one another, negative values downwards. A value holds between two edges of x. */
export interface StackChart extends Described {
  readonly kind: "stack";
  readonly x: Axis;
  readonly y: Axis;
  /** Boundaries of the steps along x, ascending; the last one is where the last values end. */
  readonly edges: readonly number[];
  /** Series of a stack chart from the axis outwards, each with one value per step between two edges. */
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly number[];
    /** Whether the series of the stack chart stands for all assets that are not shown one by one. */
    readonly isRest: boolean;
    /** Index of the series' colour in the stack chart; the position of the series in the chart if absent. */
    readonly colour?: number;
  }[];
}

/** A chart of nested bands around a middle line, the widest first, with lines drawn over them. */
export interface BandChart extends Described {
  readonly kind: "bands";
  readonly x: Axis;
  readonly y: Axis;
  /** Bands of a band chart, the widest first. There are colours for four. */
  readonly bands: readonly {
    readonly name: string;
    /** Lower and upper limit of a band of the chart at each x, in ascending order of x. */
    readonly points: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  }[];
  readonly lines: readonly {
    /** Name of a line of the band chart in the legend; lines of the same name share one entry. */
    readonly name: string;
    /**
     * Role of a line of the band chart: the middle, one example among many, or a reference that the others are compared
     * with.
     */
    readonly role: "middle" | "example" | "reference";
    readonly points: readonly Point[];
  }[];
}

/** A histogram: counts or shares of values between edges, drawn as upright bars. */
export interface HistogramChart extends Described {
  readonly kind: "histogram";
  readonly x: Axis;
  readonly y: Axis;
  /** Boundaries of the histogram's bars in ascending order, one more than there are bars. */
  readonly edges: readonly number[];
  readonly values: readonly number[];
  /** Value that divides the bars of the histogram into two colours, one below and one above it. */
  readonly divide: { readonly at: number; readonly below: string; readonly above: string } | null;
  /** Values that the histogram marks with a vertical line and a label at the top of the line. */
  readonly markers: readonly { readonly value: number; readonly label: string; readonly isReference: boolean }[];
}

/** A chart of horizontal bars, with a group or a stack for each category from top to bottom. */
export interface BarChart extends Described {
  readonly kind: "bar";
  readonly arrangement: "grouped" | "stacked";
  readonly categories: readonly string[];
  readonly value: Axis;
  /** Series of the bar chart, each with one value per category. */
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly number[];
    /** Whether the series is grey: it stands for all assets not shown one by one, or others are compared with it. */
    readonly isRest: boolean;
    /** Index of the series' colour in the bar chart; the position of the series in the chart if absent. */
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
  /**
   * How a scatter chart draws the points of a series: as a line, as marks in front, or as faint marks behind all
   * others.
   */
  readonly mark: "line" | "points" | "background points";
  /** Whether the labels of the points are drawn; true if absent. */
  readonly hasLabels?: boolean;
  /** Index of the colour of marks in front; the position among such series in the scatter chart if absent. */
  readonly colour?: number;
  readonly points: readonly (Point & { readonly label: string | null })[];
}

/** A heat map: a square of values from -1 to 1. */
export interface HeatmapChart extends Described {
  readonly kind: "heatmap";
  readonly names: readonly string[];
  readonly values: readonly (readonly number[])[];
}

/** Type of a chart description: it says what the chart shows, independent of how it is drawn. */
export type ChartDescription =
  | LineChart
  | PanelChart
  | StackChart
  | BandChart
  | HistogramChart
  | BarChart
  | ScatterChart
  | HeatmapChart;
