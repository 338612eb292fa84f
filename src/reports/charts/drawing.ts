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

/** A chart as shapes from back to front, in pixels from the top left corner. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}
