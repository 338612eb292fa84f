import { loadFonts } from "./load_fonts.ts";
import { type DocumentFacts, pdfOfPages } from "./pdf_of_pages.ts";
import { chartsOf, chartsOfBacktest } from "./report_charts.ts";
import { type BacktestFigures, type ReportFigures, titleOf } from "./report_figures.ts";
import { addAllocation } from "./sections/allocation.ts";
import { addBacktest } from "./sections/backtest.ts";
import { addCertificates } from "./sections/certificates.ts";
import { addConstraints } from "./sections/constraints.ts";
import { addBacktestCover, addCover } from "./sections/cover.ts";
import { addCurves } from "./sections/curves.ts";
import { addFrontier } from "./sections/frontier.ts";
import { addMethodNotes } from "./sections/method_notes.ts";
import { addMetrics } from "./sections/metrics.ts";
import { addRiskContributions } from "./sections/risk_contributions.ts";
import { addSimulations } from "./sections/simulations.ts";
import { addSummary } from "./sections/summary.ts";
import { addWeights } from "./sections/weights.ts";

/**
 * Creates the full PDF report of a run's stored figures: cover, contents, then a section for each part that the run
 * has. The bytes are the same for the same figures. Needs read permission for the bundled fonts.
 */
export async function writeFullReport(figures: ReportFigures): Promise<Uint8Array<ArrayBuffer>> {
  return await pdfOfPages({ ...factsOf(figures, "report"), contentsPage: 1 }, await loadFonts(), (pages) => {
    const charts = chartsOf(figures), { rolling_backtest: section } = figures.result;
    addCover(pages, figures);
    pages.newPage();
    pages.newPage();
    addWeights(pages, figures, charts);
    addMetrics(pages, figures);
    addFrontier(pages, figures, charts);
    addCurves(pages, figures, charts);
    addRiskContributions(pages, figures, charts);
    addConstraints(pages, figures);
    if (section !== null) addBacktest(pages, section, charts);
    addAllocation(pages, figures);
    addSimulations(pages, figures);
    addMethodNotes(pages, figures);
    addCertificates(pages, figures);
  });
}

/**
 * Creates the two-page PDF summary of a run: its main figures and charts. The bytes are the same for the same figures.
 */
export async function writeSummaryReport(figures: ReportFigures): Promise<Uint8Array<ArrayBuffer>> {
  return await pdfOfPages({ ...factsOf(figures, "summary"), contentsPage: null }, await loadFonts(), (pages) => {
    addSummary(pages, figures, chartsOf(figures));
  });
}

/**
 * Creates the PDF report of a walk-forward backtest: cover, contents, then its sections. The bytes are the same for the
 * same figures.
 */
export async function writeBacktestReport({ name, section }: BacktestFigures): Promise<Uint8Array<ArrayBuffer>> {
  const title = `${titleOf({ name })}: walk-forward backtest`;
  const facts = { title, footer: title, date: dayOf(section.dates.at(-1)), contentsPage: 1 };
  return await pdfOfPages(facts, await loadFonts(), (pages) => {
    addBacktestCover(pages, { name, section });
    pages.newPage();
    pages.newPage();
    addBacktest(pages, section, chartsOfBacktest(section));
  });
}

function factsOf(figures: ReportFigures, kind: string): Omit<DocumentFacts, "contentsPage"> {
  const title = titleOf(figures), { result, finishedAt } = figures;
  const id = result.run_id === null ? "" : `, ${result.run_id}`;
  return {
    title: `${title}: ${kind}`,
    footer: `${title}${id}`,
    date: finishedAt ?? dayOf(result.data?.end_date),
  };
}

/** Returns the start of a day as an ISO 8601 instant; 1970-01-01 where there is no date. */
function dayOf(date: string | null | undefined): string {
  return `${date ?? "1970-01-01"}T00:00:00.000Z`;
}
