/**
 * Writes the sample market as `IN.csv` and `US.csv` into a folder: a `date` column, then a column per asset and per
 * benchmark. Cells before an asset's listing are blank.
 * Usage: deno run --allow-write scripts/reference/export_sample_market.ts FOLDER
 */
import { sampleMarket, type SamplePanel } from "../../src/market_data/sample_market.ts";

const folder = Deno.args.at(0);
if (folder === undefined || Deno.args.length !== 1) {
  // deno-lint-ignore no-console
  console.error("Name the folder to write to, and nothing else");
  Deno.exit(2);
}

await Deno.mkdir(folder, { recursive: true });
for (const [name, panel] of Object.entries(sampleMarket())) {
  await Deno.writeTextFile(`${folder}/${name}.csv`, csvOf(panel));
}

function csvOf({ dates, listings, prices, benchmarks }: SamplePanel): string {
  const header = ["date", ...listings.map((listing) => listing.asset), ...benchmarks.map((benchmark) => benchmark.id)];
  const rows = dates.map((date, row) => {
    const closes = Array.from(prices.data.subarray(row * prices.columns, (row + 1) * prices.columns));
    const levels = benchmarks.map((benchmark) => benchmark.levels[row]);
    return [date, ...[...closes, ...levels].map((price) => Number.isNaN(price) ? "" : price)].join(",");
  });
  return [header.join(","), ...rows].join("\n") + "\n";
}
