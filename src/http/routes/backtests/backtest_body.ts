import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { backtestSection } from "../../../documents/backtest_section.ts";
import { backtestSummary } from "../../../documents/backtest_summary.ts";
import { BACKTEST_REPORT } from "../../../domain/report.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Job } from "../../../domain/job.ts";
import { readDocument } from "../../../jobs/read_document.ts";
import { SPREADSHEETS } from "../../../domain/spreadsheets.ts";
import { documentedAs } from "../../documented_as.ts";
import { pageOf } from "../../pagination.ts";
import { storedConfig } from "../jobs/stored_config.ts";
import { jobOfRunFields, presentJobOfRun } from "../jobs/job_body.ts";
import { backtestConfig } from "./backtest_request_body.ts";

const linkBody = z.strictObject({
  kind: z.enum(["section", "pdf", "xlsx"]),
  url: z.url().meta({ description: "Opens the report without a credential" }),
  expires_at: z.iso.datetime({ precision: 3 }),
}).meta({ id: "BacktestReportLink" });

const config = backtestConfig.nullable().meta({
  id: "BacktestConfig",
  description:
    "The config that the backtest was submitted with. Null in a list if it is larger than 4 KiB, and in the answer to a " +
    "request that was repeated with its Idempotency-Key after the backtest was deleted; the other fields are then " +
    "those of the accepted backtest, with `status` queued",
});

/** Schema of a backtest in answers, the same on every endpoint. */
export const backtestBody = z.strictObject({
  backtest_run_id: z.string(),
  ...jobOfRunFields,
  config: documentedAs(config, "output"),
  summary: backtestSummary.schema.nullable().meta({ description: "Null before success" }),
  report_links: z.array(linkBody).meta({
    description: "Empty before success; without a spreadsheet if it would have more than 500,000 cells",
  }),
}).meta({ id: "Backtest" });

export const backtestPage = pageOf(backtestBody, "BacktestPage");

type PresentedFrom = Pick<Dependencies, "jobs" | "artifacts" | "filesOnDemand" | "signedUrls">;

/**
 * Returns the JSON body that shows a backtest. Its config is read from the store unless `given` has it. Throws
 * `not_found` if the backtest was deleted meanwhile.
 */
export async function presentBacktest(
  { jobs, artifacts, filesOnDemand, signedUrls }: PresentedFrom,
  job: Job,
  given?: { readonly config: unknown },
): Promise<z.output<typeof backtestBody>> {
  const { accountId, id: jobId, status } = job;
  const record = {
    backtest_run_id: jobId,
    ...presentJobOfRun(job),
    config: given === undefined ? await storedConfig(jobs, job) : given.config,
  };
  if (status !== "succeeded") return { ...record, summary: null, report_links: [] };
  const summary = await readDocument(artifacts, backtestSummary, { accountId, jobId, absent: "not_found" });
  const stored = await artifacts.list(accountId, jobId);
  const names = new Set([...stored, ...filesOnDemand.yetToMake(job, stored)].map(({ name }) => name));
  const links = REPORTS.filter(({ name }) => names.has(name)).map(async ({ kind, name }) => {
    const { url, expiresAt } = await signedUrls.urlOf({ accountId, jobId, name });
    return { kind, url, expires_at: isoTimestamp(expiresAt) };
  });
  return { ...record, summary, report_links: await Promise.all(links) };
}

/**
 * Files of a backtest (JSON section, PDF report and spreadsheet). The JSON body of a backtest links to those that
 * exist.
 */
const REPORTS = [
  { kind: "section", name: backtestSection.name },
  { kind: "pdf", name: BACKTEST_REPORT },
  { kind: "xlsx", name: SPREADSHEETS.backtest.name },
] as const;
