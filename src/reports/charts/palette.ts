import type { Paint } from "./drawing.ts";

/** A colour in two versions, for a light and a dark page. */
export interface Colour {
  readonly light: string;
  readonly dark: string;
}

/**
 * Series colours that people with red-green colour blindness can tell apart (after Okabe and Ito), with brighter
 * versions for dark pages.
 */
const SERIES: readonly Colour[] = [
  { light: "#0072b2", dark: "#56a5e8" },
  { light: "#d55e00", dark: "#f0843c" },
  { light: "#009e73", dark: "#2fc79b" },
  { light: "#b5478f", dark: "#e08cc0" },
  { light: "#c99700", dark: "#eec643" },
  { light: "#3ba3d0", dark: "#8fd0f0" },
  { light: "#6b4fa0", dark: "#a78fe0" },
  { light: "#8c564b", dark: "#c79a8c" },
  { light: "#5e7d1f", dark: "#a5c95a" },
  { light: "#c2304a", dark: "#f0788a" },
];

/** Colours of the bands in a band chart, from the widest band to the one around the middle line. */
const BANDS: readonly Colour[] = [
  { light: "#e4f0f8", dark: "#1b2a3a" },
  { light: "#c5dff0", dark: "#21405e" },
  { light: "#9dcae6", dark: "#2a5682" },
  { light: "#6db1d8", dark: "#3872ab" },
];

const FIXED: Readonly<Record<string, Colour>> = {
  background: { light: "#ffffff", dark: "#14171c" },
  ink: { light: "#1b1f24", dark: "#e8eaed" },
  muted: { light: "#59616b", dark: "#a3abb5" },
  grid: { light: "#e6e9ed", dark: "#2b3038" },
  axis: { light: "#8b939d", dark: "#6d7580" },
  neutral: { light: "#9aa2ac", dark: "#727a85" },
};

/** Number of bands of a band chart that have a colour of their own. */
export const BAND_COLOURS = BANDS.length;
/**
 * Number of colours for chart series; most charts draw further series in the same colours, but dashed, faint or with
 * squares as marks.
 */
export const SERIES_COLOURS = SERIES.length;
/** Opacity of a bar or an area of a chart that reuses the colour of another series. */
export const FAINT = 0.5;
/** Number of steps in the colour scale of heat maps, which goes from -1 to 1; it has one colour more. */
export const HEAT_STEPS = 20;

const HEAT: Readonly<Record<"light" | "dark", { below: Rgb; zero: Rgb; above: Rgb }>> = {
  light: { below: [178, 74, 12], zero: [246, 247, 249], above: [4, 92, 155] },
  dark: { below: [238, 138, 66], zero: [34, 38, 45], above: [90, 170, 236] },
};

type Rgb = readonly [number, number, number];

/** Returns the light and dark colour that a chart's colour name stands for. */
export function colourOf(paint: Paint): Colour {
  const [, family, number] = /^(series|band|on-heat|heat)-(\d+)$/.exec(paint) ?? [];
  const index = Number(number);
  if (family === "series") return SERIES[index % SERIES_COLOURS];
  if (family === "band") return BANDS[index % BAND_COLOURS];
  if (family === "heat") return { light: heatColour("light", index), dark: heatColour("dark", index) };
  if (family === "on-heat") return textColour(index);
  return FIXED[paint];
}

function heatColour(theme: "light" | "dark", step: number): string {
  const value = step / (HEAT_STEPS / 2) - 1;
  const { below, zero, above } = HEAT[theme];
  const end = value < 0 ? below : above;
  const share = Math.abs(value);
  const channels = zero.map((channel, index) => Math.round(channel + (end[index] - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Returns the text colour for a heat map cell: white on the dark ends of the light scale, almost black on the light
 * ends of the dark scale, and the usual text colours in between.
 */
function textColour(step: number): Colour {
  const isStrong = Math.abs(step / (HEAT_STEPS / 2) - 1) > 0.55;
  return isStrong ? { light: "#ffffff", dark: "#101216" } : { light: "#1b1f24", dark: "#e8eaed" };
}
