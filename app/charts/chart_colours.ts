import type { Paint } from "../../src/reports/charts/drawing.ts";
import { BAND_COLOURS, type Colour, colourOf, HEAT_STEPS, SERIES_COLOURS } from "../../src/reports/charts/palette.ts";
import { fillClass, strokeClass } from "./shape_elements.tsx";

/** Theme in which a chart is drawn now. */
export type ChartTheme = keyof Colour;

/**
 * Puts the palette of the charts into the page as a style sheet made by script, which the content security policy
 * allows: the files and the page have their colours from one place.
 */
export function installChartColours(): void {
  if (isInstalled) return;
  isInstalled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(chartColourRules());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

let isInstalled = false;

/** Returns the rules of a style sheet for the colours of the charts, which follow the colour scheme of the page. */
export function chartColourRules(): string {
  return PAINTS.map((paint) => {
    const { light, dark } = colourOf(paint);
    const colour = `light-dark(${light},${dark})`;
    return `.chart .${fillClass(paint)}{fill:${colour}}\n.chart .${strokeClass(paint)}{stroke:${colour}}`;
  }).join("\n");
}

const numbered = <Name extends string>(name: Name, count: number): readonly `${Name}-${number}`[] =>
  Array.from({ length: count }, (_, index): `${Name}-${number}` => `${name}-${index}`);

const PAINTS: readonly Paint[] = [
  ...["background", "ink", "muted", "grid", "axis", "neutral"] as const,
  ...numbered("series", SERIES_COLOURS),
  ...numbered("band", BAND_COLOURS),
  ...numbered("heat", HEAT_STEPS + 1),
  ...numbered("on-heat", HEAT_STEPS + 1),
];

/** Returns the theme that the page has now, for charts on a canvas. */
export function themeNow(): ChartTheme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
