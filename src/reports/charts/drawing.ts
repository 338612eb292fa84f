/** What a colour stands for; each output has its own colours, light and dark. */
export type Paint =
  | "background"
  | "ink"
  | "muted"
  | "grid"
  | "axis"
  /** A series by its place, from 0. */
  | `series-${number}`
  /** What is no series: the rest, the reference, what lies behind. */
  | "neutral"
  /** A band around a middle by its place, from 0, the widest. */
  | `band-${number}`
  /** A value from -1 to 1, in twentieths of that width: `heat-0` to `heat-20`. */
  | `heat-${number}`
  /** Text on a cell of that value. */
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
    /** At the baseline. */
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly size: number;
    readonly anchor: "start" | "middle" | "end";
    readonly paint: Paint;
    readonly isBold?: boolean;
    /** In degrees, clockwise around its anchor. */
    readonly rotation?: number;
  };

/** A chart as shapes from back to front, in pixels from the top left corner. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}
