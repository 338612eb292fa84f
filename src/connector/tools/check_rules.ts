import { z } from "zod";
import { conflictRead, linesOfConflict } from "../conflict_read.ts";
import { askedFor, sharedFields } from "../run_request.ts";
import { markedName, withMarkedNames } from "../text_of_account.ts";
import { type Cell, pageOfTable, tablePage, tableText } from "../table.ts";
import { defineTool, READS } from "../tool.ts";

const range = z.object({ min: z.number().nullable(), max: z.number().nullable(), exact: z.boolean() });
const ranges = z.record(z.string(), range);
const preflight = z.object({
  feasible: z.boolean().nullable(),
  ranges: z.object({
    assets: ranges,
    groups: ranges,
    linear: ranges,
    factors: ranges,
    return: range.nullable(),
  }).nullable(),
  not_judged: z.array(z.string()),
  conflict: conflictRead.nullable(),
  doubts: z.array(z.object({ severity: z.string(), detail: z.string() })),
});
type Preflight = z.output<typeof preflight>;

/** Tool that tells whether rules can be met, without a run. */
export const checkRules = defineTool({
  name: "check_rules",
  title: "Check rules",
  description:
    "Proves whether rules can be met together and which weights they allow, without a run; if not, which rules conflict and " +
    "which changes help. Takes the fields of submit_run without methods. Needs the enterprise plan.",
  scope: "rules:check",
  hints: READS,
  input: z.looseObject({ ...sharedFields, page: z.int().min(1).max(10_000).default(1) }),
  output: z.strictObject({
    feasible: z.boolean().nullable(),
    ranges: tablePage,
    conflict: z.array(z.string()),
    not_judged: z.array(z.string()),
    doubts: z.array(z.string()),
  }),
  async run({ page, ...request }, { api, signal }) {
    const answer = await askedFor(request, (body) => api.ask("check_rules", { body }, signal));
    const found = preflight.parse(answer);
    const table = pageOfTable({ columns: ["of", "name", "min", "max", "proven"], rows: rowsOf(found) }, page);
    const conflict = linesOfConflict(found.conflict);
    const doubts = found.doubts.map(({ severity, detail }) => `${severity}: ${withMarkedNames(detail)}`);
    const structured = {
      feasible: found.feasible,
      ranges: table,
      conflict: [...conflict],
      not_judged: found.not_judged,
      doubts,
    };
    const notJudged = found.not_judged.length === 0
      ? []
      : [`Not judged without prices: ${found.not_judged.join(", ")}.`];
    const text = [
      sentenceOf(found),
      ...conflict,
      ...notJudged,
      ...table.rows.length === 0 ? [] : [tableText(table)],
      ...doubts,
    ];
    return { structured, text: text.join("\n") };
  },
});

function sentenceOf({ feasible }: Preflight): string {
  if (feasible === null) return "It is not proven whether the rules can be met: the limit of work was reached.";
  return feasible
    ? "The rules can be met together, which is proven."
    : "The rules cannot be met together, which is proven.";
}

function rowsOf({ ranges }: Preflight): readonly (readonly Cell[])[] {
  if (ranges === null) return [];
  const { return: annual, assets, groups, linear, factors } = ranges;
  return [
    ...annual === null ? [] : [["annual return", null, annual.min, annual.max, String(annual.exact)]],
    ...Object.entries({ group: groups, linear, factor: factors, asset: assets }).flatMap(([of, all]) =>
      Object.entries(all).map(([name, { min, max, exact }]) => [of, markedName(name), min, max, String(exact)])
    ),
  ];
}
