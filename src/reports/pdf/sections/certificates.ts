import type { ReportFigures } from "../report_figures.ts";
import type { ReportPages } from "../report_pages.ts";
import { numberCell } from "../cells.ts";

/** Adds the section of the report with the proof of optimality of each method's result. */
export function addCertificates(pages: ReportPages, { result: { methods, engine } }: ReportFigures): void {
  pages.heading("Certificates");
  pages.paragraph(
    "A method is optimal where plain arithmetic on the data and the rules proves it, whatever a solver says. A method " +
      "that follows a formula is computed.",
    { isMuted: true },
  );
  pages.paragraph(
    `Engine ${engine.version}, core ${engine.core_digest}, solver ${engine.solver_digest}, seed ${engine.seed}.`,
    { isMuted: true },
  );
  pages.table({
    columns: [
      { title: "Method", align: "start", share: 0.25 },
      { title: "Status", align: "start", share: 0.1 },
      { title: "Solver", align: "start", share: 0.12 },
      { title: "Objective, per period", align: "end", share: 0.12 },
      { title: "Primal residual", align: "end", share: 0.11 },
      { title: "Dual residual", align: "end", share: 0.1 },
      { title: "Duality gap", align: "end", share: 0.1 },
      { title: "Proven", align: "start", share: 0.1 },
    ],
    rows: methods.map(({ key, status, certificate, objective }) => [
      key,
      status,
      certificate?.solver ?? "",
      objective === null ? "" : figureCell(objective.value),
      figureCell(certificate?.primal_residual),
      figureCell(certificate?.dual_residual),
      figureCell(certificate?.duality_gap),
      certificate === null ? "" : certificate.proven_optimal ? "yes" : "no",
    ]),
  });
}

/** Formats a residual or objective of a report in scientific notation where it is tiny. */
function figureCell(value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(1) : numberCell(value);
}
