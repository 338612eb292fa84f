// Entry of a page of its own that is no part of the console: tests look at every chart of the list on it.
import { render } from "preact";
import type { JSX } from "preact";
import { assetColours } from "../../src/reports/charts/asset_colours.ts";
import { weightsChart } from "../../src/reports/charts/share_charts.ts";
import { Toasts } from "../components/toasts.tsx";
import type { GalleryDocuments } from "./gallery_documents.ts";
import { CHARTS } from "./mod.ts";
import { simulationFigures } from "./simulation_figures.ts";

const documents: GalleryDocuments = await (await fetch("/gallery.json")).json();
const shown = new URLSearchParams(location.search).get("chart");
const root = document.getElementById("console");
if (root !== null) render(<Gallery {...documents} />, root);

function Gallery({ result, backtest, simulation, ranges, measures, held }: GalleryDocuments): JSX.Element {
  const chart = weightsChart(result);
  const colours = assetColours(chart === null ? [] : [chart]);
  const figures = simulationFigures(simulation);
  const { covariance } = result.estimates;
  const drawn: Readonly<Record<keyof typeof CHARTS, () => JSX.Element>> = {
    weights: () => <CHARTS.weights methods={result.methods} held={held} />,
    methods: () => <CHARTS.methods result={result} colours={colours} />,
    frontier: () => <CHARTS.frontier result={result} covariance={null} measures={measures} />,
    history: () => <CHARTS.history result={result} />,
    returns: () => <CHARTS.returns result={result} />,
    risk: () => <CHARTS.risk methods={result.methods} />,
    correlation: () => <CHARTS.correlation covariance={covariance} rows={null} methods={result.methods} />,
    ranges: () => <CHARTS.ranges ranges={ranges} held={held} />,
    backtest: () => (
      <CHARTS.backtest
        section={backtest}
        keys={result.methods.map(({ key }) => key)}
        currency={result.currency}
      />
    ),
    weights_over_time: () => <CHARTS.weights_over_time section={backtest} colours={colours} />,
    fan: () => <CHARTS.fan figures={figures} />,
    terminal: () => <CHARTS.terminal figures={figures} />,
  };
  return (
    <main>
      <h1>Charts</h1>
      {Object.entries(drawn).filter(([name]) => shown === null || name === shown).map(([name, draw]) => (
        <section key={name} id={name} aria-label={name}>{draw()}</section>
      ))}
      <Toasts />
    </main>
  );
}
