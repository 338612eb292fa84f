import { z } from "zod";
import { nearestWord } from "../../faults/nearest_word.ts";
import { DomainError } from "../../domain/errors.ts";
import { catalogueOf } from "../catalogue.ts";
import { explanationsOf } from "../explanations.ts";
import { pageOfTable, tablePage, tableText } from "../table.ts";
import { defineTool, READS } from "../tool.ts";

/** Tool that explains a method, a rule or a field of a request, so that descriptions of tools need not. */
export const explainMethod = defineTool({
  name: "explain_method",
  title: "Explain a method, rule or field",
  description:
    "Explains one id: a method, a family of rules, an estimator, a measure, a metric, a doubt, or a field of a run's request " +
    'such as "rolling_backtest", with formula, needs and the fields it takes.',
  scope: "catalogue:read",
  hints: READS,
  input: z.strictObject({ id: z.string().min(1).max(120), page: z.int().min(1).max(1_000).default(1) }),
  output: z.strictObject({ id: z.string(), kind: z.string(), description: z.string(), fields: tablePage }),
  async run({ id, page }, call) {
    const all = explanationsOf(await catalogueOf(call));
    const found = all.get(id);
    if (found === undefined) throw unknownId(id, [...all.keys()]);
    const { kind, name, description, columns, rows } = found;
    const fields = pageOfTable({ columns, rows }, page);
    const text = [`${name} (${kind} "${id}")`, description, ...rows.length === 0 ? [] : [tableText(fields)]];
    return { structured: { id, kind, description, fields }, text: text.join("\n\n") };
  },
});

function unknownId(id: string, ids: readonly string[]): DomainError {
  const near = nearestWord(id, ids);
  const advice = near === null ? "the tool methods lists them" : `did you mean "${near}"?`;
  return new DomainError("not_found", `Cannot find "${id.slice(0, 120)}": ${advice}`);
}
