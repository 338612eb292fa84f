import { z } from "zod";
import { BENCHMARK_IDS } from "../../src/market_data/provider.ts";
import { sampleBenchmark } from "../../src/market_data/sample_market.ts";
import { referenceCase } from "./reference.ts";

const FOLDER = new URL("../fixtures/golden/", import.meta.url);

const goldenCase = referenceCase.omit({ family: true }).extend({
  data: z.strictObject({
    kind: z.literal("sample_market"),
    assets: z.array(z.string()),
    start_date: z.string(),
    end_date: z.string(),
    frequency: z.enum(["daily", "weekly", "monthly"]),
    observations: z.number(),
    benchmark: z.string().optional(),
  }),
});

/** One golden case: a request on the sample market and its expected answer, in the format of the reference set. */
export type GoldenCase = z.infer<typeof goldenCase>;

/** Returns all golden cases on the sample market, ordered by file name. */
export function goldenCases(): readonly GoldenCase[] {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => name.endsWith(".json")).sort();
  return files.map((file) => goldenCase.parse(JSON.parse(Deno.readTextFileSync(new URL(file, FOLDER)))));
}

const sampleIndex = z.object({ prices: z.object({ $column: z.enum(BENCHMARK_IDS) }) });

/**
 * Returns the levels, on the given dates, of the sample market index that a golden case uses as its benchmark; null if
 * the case uses none. A date without a level gets NaN.
 */
export function goldenBenchmark({ request }: GoldenCase, dates: readonly string[]): Float64Array | null {
  const index = sampleIndex.safeParse(request.benchmark);
  if (!index.success) return null;
  const benchmark = sampleBenchmark(index.data.prices.$column);
  const levelAt = new Map(benchmark.dates.map((date, i) => [date, benchmark.levels[i]]));
  return Float64Array.from(dates, (date) => levelAt.get(date) ?? NaN);
}
