import type { ChartDescription } from "./chart_description.ts";
import { SERIES_COLOURS } from "./palette.ts";

/** Number of different looks that assets can have in the charts of one run: each series colour in full and in faint. */
const LOOKS = 2 * SERIES_COLOURS;

/**
 * Gives every asset one colour in all charts, in the order in which the charts first show the assets. When there are
 * more assets than looks, an asset takes the first colour that no asset beside it in a chart has.
 */
export function withAssetColours<Named extends { readonly chart: ChartDescription }>(
  charts: readonly Named[],
): readonly Named[] {
  const colours = assetColours(charts.map(({ chart }) => chart));
  return charts.map((named) => ({ ...named, chart: inAssetColours(named.chart, colours) }));
}

/** Returns the index of the colour of each asset that charts tell apart by colour, as `withAssetColours` gives them. */
export function assetColours(charts: readonly ChartDescription[]): ReadonlyMap<string, number> {
  const shown = charts.map(assetsOf);
  const colours = new Map<string, number>();
  for (const asset of shown.flat()) {
    if (!colours.has(asset)) colours.set(asset, colours.size < LOOKS ? colours.size : colourBeside(asset));
  }
  return colours;

  function colourBeside(asset: string): number {
    const taken = new Set(shown.filter((assets) => assets.includes(asset)).flat().map((other) => colours.get(other)));
    let colour = 0;
    while (taken.has(colour)) colour++;
    return colour;
  }
}

/** Returns the ids of the assets that a chart tells apart by colour. */
function assetsOf(chart: ChartDescription): readonly string[] {
  const isByAsset = chart.kind === "stack" || (chart.kind === "bar" && chart.arrangement === "stacked");
  return isByAsset ? chart.series.filter(({ isRest }) => !isRest).map(({ name }) => name) : [];
}

/** Returns a chart whose assets have the given colours; an asset without one keeps that of its place. */
export function inAssetColours(chart: ChartDescription, colours: ReadonlyMap<string, number>): ChartDescription {
  const inColour = <Series extends { readonly name: string; readonly isRest: boolean }>(series: readonly Series[]) =>
    series.map((one) => {
      const colour = one.isRest ? undefined : colours.get(one.name);
      return colour === undefined ? one : { ...one, colour };
    });
  if (chart.kind === "stack") return { ...chart, series: inColour(chart.series) };
  if (chart.kind === "bar" && chart.arrangement === "stacked") return { ...chart, series: inColour(chart.series) };
  return chart;
}
