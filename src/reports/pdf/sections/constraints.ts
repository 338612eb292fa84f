import type { MethodResult, RuleReport } from "../../../documents/run_result.ts";
import { numberCell } from "../cells.ts";
import type { ReportFigures } from "../report_figures.ts";
import type { ReportPages } from "../report_pages.ts";

/** Largest number of rules that a report lists per method; a run of 500 assets has more bounds than anyone reads. */
const RULES_AT_MOST = 40;

/**
 * Adds the constraint report of each method: a table of at most 40 rules, binding ones first, with values, limits and
 * shadow prices.
 */
export function addConstraints(pages: ReportPages, { result: { methods } }: ReportFigures): void {
  pages.heading("Constraint report");
  pages.paragraph(
    "A rule that binds limits the portfolio. Its shadow price is the change of the method's objective, per period, " +
      "for each unit by which the limit rises.",
    { isMuted: true },
  );
  for (const method of methods) addMethod(pages, method);
}

function addMethod(pages: ReportPages, { key, constraint_report: rules }: MethodResult): void {
  pages.heading(key, 2);
  if (rules === null || rules.length === 0) {
    pages.paragraph(
      rules === null
        ? "The method has no weights to report on."
        : "There are no rules beyond those that every portfolio keeps.",
    );
    return;
  }
  const binding = rules.filter(({ binding }) => binding);
  pages.paragraph(`${binding.length} of ${rules.length} rules bind.`);
  const shown = rules.toSorted(byWeight).slice(0, RULES_AT_MOST);
  pages.table({
    columns: [
      { title: "Rule", align: "start", share: 0.36 },
      { title: "Value", align: "end", share: 0.11 },
      { title: "From", align: "end", share: 0.11 },
      { title: "To", align: "end", share: 0.11 },
      { title: "Slack", align: "end", share: 0.11 },
      { title: "Binds", align: "start", share: 0.08 },
      { title: "Shadow price", align: "end", share: 0.12 },
    ],
    rows: shown.map((rule) => [
      rule.rule === null ? rule.family : `${rule.family}: ${rule.rule}`,
      numberCell(rule.value),
      numberCell(rule.min),
      numberCell(rule.max),
      numberCell(rule.slack),
      rule.binding ? "yes" : "",
      numberCell(rule.shadow_price),
    ]),
  });
  const rest = rules.length - shown.length;
  if (rest > 0) pages.paragraph(`${rest} further rules are in the result of the run.`, { isMuted: true });
}

/**
 * Compares two rules of a constraint report for sorting: binding rules first, then by largest absolute shadow price,
 * then by least slack.
 */
function byWeight(left: RuleReport, right: RuleReport): number {
  return Number(right.binding) - Number(left.binding) ||
    Math.abs(right.shadow_price ?? 0) - Math.abs(left.shadow_price ?? 0) ||
    (left.slack ?? Infinity) - (right.slack ?? Infinity) || 0;
}
