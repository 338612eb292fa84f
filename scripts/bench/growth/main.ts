import { parseArgs } from "node:util";
import { UsageError } from "../../optimize/arguments.ts";
import { EXIT } from "../../optimize/exit.ts";
import { textTable } from "../../optimize/text_table.ts";
import { print } from "../../print.ts";
import { exitCodeOf } from "../exit_code_of.ts";
import { parsedValues } from "../parsed_values.ts";
import { medianOf } from "../quantile_of.ts";
import { pricesFile } from "../whole/prices_file.ts";
import { growthOf, type SizeCost } from "./growth_of.ts";
import { scenariosRequest } from "./scenarios_request.ts";
import { wholeNumber } from "../whole_number.ts";

const USAGE =
  `Times whole local runs, from a file to a result on disk, and prints how their cost grows with size. The number of assets
grows in a CSV file of prices, the number of rows in a request with scenarios, which may have 50,000.

  deno task bench:growth [--only TEXT] [--runs N] [--most N]

  --only TEXT    only the series whose name contains it, such as "min_cvar by rows"
  --runs N       times each run N times and takes the median; 3 by default
  --most N       leaves out sizes above N

A slope of 1 means that twice the size costs twice the time. A step is the ratio of the times of two neighbouring sizes:
a cliff shows as a large one.
`;

const METHODS = ["min_volatility", "min_cvar", "hrp"];

/** Runs of one method whose number of assets or of rows grows while the other stays. */
interface Series {
  readonly name: string;
  readonly method: string;
  readonly sizes: readonly number[];
  /** Option of the local run that names the file. */
  readonly input: "prices" | "request";
  fileOf(size: number): string;
}

const SERIES: readonly Series[] = METHODS.flatMap((method) => [
  {
    name: `${method} by assets, 2,500 rows`,
    method,
    sizes: [50, 100, 200, 500, 1_000, 2_000],
    input: "prices" as const,
    fileOf: (assets: number) => pricesFile({ assets, observations: 2_500 }),
  },
  {
    name: `${method} by rows, 100 assets`,
    method,
    sizes: [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
    input: "request" as const,
    fileOf: (observations: number) => scenariosRequest({ assets: 100, observations }),
  },
]);

/** Times the series that the arguments name and prints a table of each. Returns the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return exitCodeOf(async () => {
    const { only, runs, most, help } = readOptions(args);
    if (help) return print(USAGE, EXIT.done);
    for (const series of seriesOf(only, most)) {
      const costs: SizeCost[] = [];
      for (const size of series.sizes) costs.push({ size, seconds: await secondsOf(series, { size, runs }) });
      print(`${tableOf(series.name, costs)}\n`, EXIT.done);
    }
    return EXIT.done;
  });
}

/** Returns the series that a text names, with the sizes up to the largest wanted. */
function seriesOf(only: string, most: number): readonly Series[] {
  const chosen = SERIES.filter(({ name }) => name.includes(only))
    .map((series) => ({ ...series, sizes: series.sizes.filter((size) => size <= most) }));
  if (chosen.length === 0) throw new UsageError(`Cannot find a series whose name contains "${only}"`);
  const short = chosen.find(({ sizes }) => sizes.length < 2);
  if (short !== undefined) throw new UsageError(`--most ${most} leaves fewer than two sizes of "${short.name}"`);
  return chosen;
}

function readOptions(args: readonly string[]) {
  const { values } = parsedValues(() =>
    parseArgs({
      args: [...args],
      options: {
        only: { type: "string", default: "" },
        runs: { type: "string", default: "3" },
        most: { type: "string", default: "50000" },
        help: { type: "boolean", default: false },
      },
    })
  );
  return { ...values, runs: wholeNumber("--runs", values.runs), most: wholeNumber("--most", values.most) };
}

async function secondsOf(
  { method, input, fileOf }: Series,
  { size, runs }: { readonly size: number; readonly runs: number },
): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "growth-" });
  try {
    const file = `${folder}/${input === "prices" ? "prices.csv" : "request.json"}`;
    await Deno.writeTextFile(file, fileOf(size));
    const args = ["task", "-q", "optimize", `--${input}`, file, "--method", method, "--out", `${folder}/out.json`];
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const began = performance.now();
      const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "piped" })
        .output();
      if (code !== 0) throw new Error(`A run of ${method}, size ${size}, failed: ${new TextDecoder().decode(stderr)}`);
      times.push((performance.now() - began) / 1_000);
    }
    return medianOf(times);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function tableOf(name: string, costs: readonly SizeCost[]): string {
  const { slope, largestStep } = growthOf(costs);
  return textTable([
    [name, "seconds"],
    ...costs.map(({ size, seconds }) => [size.toLocaleString("en-US"), seconds.toFixed(3)]),
    ["slope", slope.toFixed(2)],
    ["largest step", largestStep.toFixed(2)],
  ]);
}
