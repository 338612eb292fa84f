/**
 * Writes `docs/frontier.svg`, the picture of the README: an efficient frontier of twelve stocks of the sample market.
 * The file is committed. `deno task current` reports when it is stale.
 */
import { optimization } from "../src/computations/optimization.ts";
import { prepareInputs } from "../src/jobs/kinds/prepare_inputs.ts";
import { loadKernels } from "../src/kernels/mod.ts";
import { sample } from "../src/market_data/providers/sample.ts";
import { drawChart } from "../src/reports/charts/draw_chart.ts";
import { frontierChart } from "../src/reports/charts/frontier_chart.ts";
import { frontierMeasure } from "../src/reports/charts/frontier_measure.ts";
import { svgOf } from "../src/reports/charts/svg.ts";
import { readRequest } from "../src/request/read_request.ts";
import { samplePortfolio } from "./optimize/portfolio_body.ts";
import { readIfPresent } from "./read_if_present.ts";

const PICTURE = new URL("../docs/frontier.svg", import.meta.url);

/** Methods that the picture of the efficient frontier marks as points. */
const METHODS = [
  { method: "equal_weight", constraints: {} },
  { method: "risk_parity", constraints: {} },
  "min_volatility",
  "max_sharpe",
];
const FRONTIER_POINTS = 60;
/** Height of the picture in pixels. */
const HEIGHT = 480;

if (import.meta.main) await Deno.writeTextFile(PICTURE, await frontierPicture());

/**
 * Returns the sentence that the committed picture of the efficient frontier is stale; null where it shows what the
 * service computes now.
 */
export async function frontierStaleReason(): Promise<string | null> {
  if (await readIfPresent(PICTURE) === await frontierPicture()) return null;
  return 'Cannot use docs/frontier.svg: its numbers or its drawing have changed, run "deno task picture"';
}

/**
 * Returns the picture of the efficient frontier as SVG. The same code always gives the same bytes. Throws where the run
 * has no frontier.
 */
export async function frontierPicture(): Promise<string> {
  const now = (): string => "2025-01-01T00:00:00.000Z";
  const { signal } = new AbortController();
  const body = {
    ...await samplePortfolio({ signal, now }),
    methods: METHODS,
    efficient_frontier: { points: FRONTIER_POINTS },
  };
  const marketData = sample;
  const request = await readRequest(body, { marketData, riskFreeRates: { IN: 0.065, US: 0.04 }, now }, { signal });
  const inputs = await prepareInputs(request, { marketData, now }, signal);
  const { result } = await optimization.compute(inputs, {
    kernels: await loadKernels(null),
    progress: () => undefined,
  });
  const chart = frontierChart(result, frontierMeasure);
  if (chart === null) throw new Error("Cannot draw the efficient frontier: the run has none");
  return svgOf(
    drawChart({ ...chart, subtitle: "Twelve stocks of the sample market, at most 25 % each" }, { height: HEIGHT }),
  );
}
