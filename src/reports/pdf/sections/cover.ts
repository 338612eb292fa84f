import type { Doubt } from "../../../domain/doubt.ts";
import { dataNotes, doubtLines } from "../../data_notes.ts";
import type { ReportPages } from "../report_pages.ts";
import { type BacktestFigures, type ReportFigures, titleOf } from "../report_figures.ts";
import { PAGE } from "../page_canvas.ts";

const MARKETS = { IN: "India", US: "United States", MF: "Indian mutual funds", CUSTOM: "own history" } as const;

/** Adds the first page of a report: what was computed, on which data, and what cleaning found in the data. */
export function addCover(pages: ReportPages, figures: ReportFigures): void {
  addTitle(pages, titleOf(figures), "Report of a portfolio optimization");
  addFacts(pages, "Run", factsOf(figures));
  pages.space(6);
  pages.paragraph("Data", { isBold: true, size: 11 });
  for (const note of dataNotes(figures.result)) pages.paragraph(sentence(note));
  for (const note of doubtLines(doubtsBeside(figures))) pages.paragraph(sentence(note));
}

/** Returns the doubts about the backtest of a run that are none about the run itself. */
function doubtsBeside({ result: { data, rolling_backtest: section } }: ReportFigures): readonly Doubt[] {
  const told = new Set((data?.doubts ?? []).map(({ detail }) => detail));
  return (section?.doubts ?? []).filter(({ detail }) => !told.has(detail));
}

/** Adds the first page of a backtest's report: what was backtested and how. */
export function addBacktestCover(pages: ReportPages, { name, section }: BacktestFigures): void {
  const { config, dates, methods, benchmark } = section;
  addTitle(pages, titleOf({ name }), "Report of a walk-forward backtest");
  addFacts(pages, "Backtest", [
    ["Methods", methods.map(({ key }) => key).join(", ")],
    ...benchmark === null ? [] : [["Benchmark", benchmark.id]],
    ...dates.length === 0 ? [] : [["Period", `${dates[0]} to ${dates[dates.length - 1]}, ${dates.length} periods`]],
    [
      "Computed on",
      `${config.expanding ? "all periods before, at least" : "the"} ${config.train_window} periods${
        config.expanding ? "" : " before"
      }`,
    ],
    ["Rebalanced", `every ${config.rebalance_every} periods`],
    ["Costs", `${config.cost_bps} basis points, slippage ${config.slippage_bps}`],
  ]);
  const notes = doubtLines(section.doubts ?? []);
  if (notes.length === 0) return;
  pages.space(6);
  pages.paragraph("Data", { isBold: true, size: 11 });
  for (const note of notes) pages.paragraph(sentence(note));
}

function addTitle(pages: ReportPages, title: string, subtitle: string): void {
  pages.space(PAGE.height / 8);
  pages.paragraph(title, { isBold: true, size: 24 });
  pages.paragraph(subtitle, { isMuted: true, size: 12 });
  pages.space(24);
}

function addFacts(pages: ReportPages, title: string, rows: readonly (readonly string[])[]): void {
  const columns = [
    { title, align: "start", share: 0.25 },
    { title: "", align: "start", share: 0.75 },
  ] as const;
  pages.table({ columns, rows });
}

/** Returns the rows of the report's first table, which identify a run and its data. */
export function factsOf({ result, finishedAt }: ReportFigures): readonly (readonly string[])[] {
  const { run_id, market, currency, mode, data, methods, engine, benchmark } = result;
  return [
    ...run_id === null ? [] : [["Id", run_id]],
    ["Market", `${MARKETS[market]}${currency === null ? "" : `, ${currency}`}`],
    ["Mode", mode],
    ["Methods", [...new Set(methods.map(({ key }) => key))].join(", ")],
    ...benchmark === null ? [] : [["Benchmark", benchmark.id]],
    ...data === null || data.digest === "" ? [["Data", "expected returns and covariances of the request"]] : [
      [
        "Data",
        data.start_date === null
          ? `${data.observations} scenarios of the request, ${data.frequency}`
          : `${data.start_date} to ${data.end_date}, ${data.frequency}, ${data.observations} returns`,
      ],
      ["Source", data.source],
      ["Digest of the data", data.digest],
    ],
    ...finishedAt === null ? [] : [["Finished", `${finishedAt.slice(0, 19).replace("T", " ")} UTC`]],
    ["Engine", `${engine.version}, seed ${engine.seed}`],
  ];
}

function sentence(note: string): string {
  return `${note[0].toUpperCase()}${note.slice(1)}${/[.?]$/.test(note) ? "" : "."}`;
}
