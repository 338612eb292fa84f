import { z } from "zod";
import { COMPARED_RUNS_AT_LEAST, COMPARED_RUNS_AT_MOST } from "../../domain/comparison.ts";
import { comparisonRead } from "../comparison_read.ts";
import { jobId } from "../job_answer.ts";
import { KEY_METRICS } from "../result_sections.ts";
import { markedKey } from "../text_of_account.ts";
import { pageOfTable, tablePage, tableText } from "../table.ts";
import { defineTool, READS } from "../tool.ts";

/** Tool that compares runs by their figures. */
export const compareRuns = defineTool({
  name: "compare_runs",
  title: "Compare runs",
  description: "Compares the methods of 2 to 20 runs that have succeeded by their metrics, a line each.",
  scope: "jobs:read",
  hints: READS,
  input: z.strictObject({
    run_ids: z.array(jobId).min(COMPARED_RUNS_AT_LEAST).max(COMPARED_RUNS_AT_MOST),
    metrics: z.array(z.string().max(60)).min(1).max(12).optional().describe("Ids of metrics"),
    page: z.int().min(1).max(1_000).default(1),
  }),
  output: z.strictObject({ common_days: z.int().nullable(), table: tablePage }),
  async run({ run_ids, metrics: wanted = [...KEY_METRICS], page }, { api, signal }) {
    const found = comparisonRead.parse(
      await api.ask("compare_runs", { query: { run_ids: run_ids.join(",") } }, signal),
    );
    const { runs, common_days, first_day, last_day } = found;
    const rows = runs.flatMap(({ run_id, methods }) =>
      methods.map((
        { metrics, ...names },
      ) => [run_id, markedKey(names), ...wanted.map((name) => metrics?.[name] ?? null)])
    );
    const table = pageOfTable({ columns: ["run", "method", ...wanted], rows }, page);
    const days = common_days === null || common_days === 0
      ? "The runs have no days in common, so their figures are of different times."
      : `The runs have ${common_days} days in common, from ${first_day} to ${last_day}. Each figure is of all days of its run.`;
    return { structured: { common_days, table }, text: `${days}\n\n${tableText(table)}` };
  },
});
