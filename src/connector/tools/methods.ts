import { z } from "zod";
import { type Catalogue, catalogueOf } from "../catalogue.ts";
import { pageOfTable, tablePage, tableText } from "../table.ts";
import { defineTool, READS } from "../tool.ts";

/** Tool that lists what can be chosen: methods, rules, estimators and measures, one line each. */
export const methods = defineTool({
  name: "methods",
  title: "List methods, rules and estimators",
  description:
    "Lists the ids to choose from, a line each. Use explain_method for the parameters, formula and needs of one id.",
  scope: "catalogue:read",
  hints: READS,
  input: z.strictObject({
    kind: z.enum(["methods", "rules", "expected_returns", "covariance", "measures"]).default("methods"),
    page: z.int().min(1).max(1_000).default(1),
  }),
  output: tablePage,
  async run({ kind, page }, call) {
    const structured = pageOfTable({ columns: COLUMNS[kind], rows: rowsOf(kind, await catalogueOf(call)) }, page);
    return { structured, text: tableText(structured) };
  },
});

type Kind = "methods" | "rules" | "expected_returns" | "covariance" | "measures";

const PLAIN = ["id", "name"] as const;
const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  methods: ["id", "name", "group", "needs"],
  rules: PLAIN,
  expected_returns: PLAIN,
  covariance: PLAIN,
  measures: PLAIN,
};

function rowsOf(kind: Kind, { methods, families, estimators, measures }: Catalogue): readonly (readonly string[])[] {
  if (kind === "methods") return methods.map((method) => [method.id, method.name, method.group, needsOf(method)]);
  const lists = { rules: families, measures, ...estimators };
  return lists[kind].map(({ id, name }) => [id, name]);
}

function needsOf(method: Catalogue["methods"][number]): string {
  return [
    ...method.needs_expected_returns ? ["expected returns"] : [],
    ...method.needs_benchmark ? ["benchmark"] : [],
    ...method.needs_starting_portfolio ? ["starting_portfolio"] : [],
  ].join(", ");
}
