import type { ReportFigures } from "../report_figures.ts";
import type { ReportPages } from "../report_pages.ts";

/** Adds the section that explains each method, with its formula and the paper that it comes from. */
export function addMethodNotes(pages: ReportPages, { result: { methods }, documentation }: ReportFigures): void {
  pages.heading("Methods");
  pages.paragraph(
    "x are the returns of a portfolio per period, T their number, w its weights, w0 those it starts from, m the " +
      "expected returns and S the covariance per period, rf the risk-free rate.",
    { isMuted: true },
  );
  for (const { key, method, parameters } of methods) {
    const note = documentation.get(method);
    pages.heading(note === undefined || note.title === key ? key : `${key}: ${note.title}`, 2);
    if (note !== undefined) {
      pages.paragraph(note.paragraph);
      pages.paragraph(`Formula: ${note.formula}`);
      pages.paragraph(`Reference: ${note.reference}`, { isMuted: true });
    }
    const set = Object.entries(parameters);
    if (set.length > 0) pages.paragraph(`Parameters: ${set.map(parameterText).join("; ")}`);
  }
}

/** Largest number of characters of a method's parameter that a report prints; some parameters are whole matrices. */
const PARAMETER_CHARACTERS_AT_MOST = 300;

function parameterText([name, value]: readonly [string, unknown]): string {
  const text = `${name} ${JSON.stringify(value)}`;
  return text.length > PARAMETER_CHARACTERS_AT_MOST ? `${text.slice(0, PARAMETER_CHARACTERS_AT_MOST)}…` : text;
}
