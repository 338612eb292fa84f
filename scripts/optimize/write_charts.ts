import { runCharts } from "../../src/reports/charts/run_charts.ts";
import type { RunFigures } from "../../src/reports/run_figures.ts";
import { UsageError } from "./arguments.ts";
import { writeWhole } from "./write_whole.ts";

/** Makes the folder of the charts where it is not there. Throws `UsageError` where that cannot be, before there is something to write. */
export async function makeChartFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`Cannot write charts to "${folder}": ${error instanceof Error ? error.message : error}`);
  }
}

/** Writes the charts of a result as SVG and answers how many. Throws `OutputError`. */
export async function writeCharts(folder: string, result: RunFigures): Promise<number> {
  const charts = runCharts(result);
  for (const { name, svg } of charts) await writeWhole(`${folder.replace(/\/+$/, "")}/${name}.svg`, svg);
  return charts.length;
}
