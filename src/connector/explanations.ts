import type { Catalogue, FieldRead } from "./catalogue.ts";
import type { Cell, Table } from "./table.ts";

/** What is told about one id of the catalogue. */
export interface Explanation extends Table {
  readonly kind: string;
  readonly name: string;
  readonly description: string;
}

const COLUMNS = ["field", "type", "default", "limits", "description"] as const;

/**
 * Returns what the catalogue tells about each id. Where several kinds have the same id, the first of them in this order
 * keeps it: methods, rules, estimators, measures, metrics, doubts, fields of a request.
 */
export function explanationsOf(catalogue: Catalogue): ReadonlyMap<string, Explanation> {
  const { methods, families, estimators, measures, metrics, doubts, submission } = catalogue;
  const entries: readonly (readonly [string, Explanation])[] = [
    ...methods.map((method) => entry("method", method, method.parameters, methodNeeds(method))),
    ...families.map((family) => entry("family of rules", family, family.fields)),
    ...estimators.expected_returns.map((one) => entry("estimator of expected returns", one, one.parameters)),
    ...estimators.covariance.map((one) => entry("estimator of covariances", one, one.parameters)),
    ...measures.map((measure) => entry("measure of risk", measure, measure.parameters)),
    ...metrics.map((metric) => entry("metric", metric, [])),
    ...doubts.map(({ id, severity, meaning }) =>
      entry(`doubt (${severity})`, { id, name: id, description: meaning }, [])
    ),
    ...submission.fields.map((field) => fieldEntry(field, submission.fields)),
  ];
  return new Map(entries.toReversed());
}

function entry(
  kind: string,
  { id, name, description }: { readonly id: string; readonly name: string; readonly description: string },
  fields: readonly FieldRead[],
  needs = "",
): readonly [string, Explanation] {
  return [id, { kind, name, description: description + needs, columns: COLUMNS, rows: fields.map(rowOf) }];
}

function fieldEntry(field: FieldRead, all: readonly FieldRead[]): readonly [string, Explanation] {
  const within = all.filter(({ name }) => name.startsWith(`${field.name}.`) || name.startsWith(`${field.name}[]`));
  const description = field.description ?? "A field of the request of a run.";
  return entry("field of a run", { id: field.name, name: field.name, description }, [field, ...within]);
}

function methodNeeds(method: Catalogue["methods"][number]): string {
  const rules = method.enforces.length === 0 ? "It enforces no rules." : `It enforces ${method.enforces.join(", ")}.`;
  return `\n\nIt needs at least ${method.min_assets} assets and ${method.min_observations} returns. ${rules}`;
}

function rowOf({ name, type, required, default: usual, min, max, choices, description }: FieldRead): readonly Cell[] {
  const limits = choices?.join(", ") ??
    [...min === null ? [] : [`from ${min}`], ...max === null ? [] : [`to ${max}`]].join(" ");
  return [name, type, required ? "required" : usual === null ? null : JSON.stringify(usual), limits, description];
}
