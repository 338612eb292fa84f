/**
 * Writes `docs/methods.md`, the description of every method, estimator, measure and constraint family, from the
 * registries in the code. The document is committed; `deno task current` reports where it is stale.
 */
import { type Documentation, documentationText } from "../src/domain/documentation.ts";
import { DOUBT_KINDS } from "../src/doubts/mod.ts";
import { COVARIANCES } from "../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../src/estimation/expected_returns/mod.ts";
import { type DescribedField, fieldsOf, nestedFieldsOf } from "../src/http/described_fields.ts";
import { familiesText } from "../src/http/routes/catalogue/families_text.ts";
import {
  type DescribedMethod,
  describedMethods,
  enforcedFamilies,
  needsOf,
} from "../src/http/routes/catalogue/method_families.ts";
import { needsOfEstimator } from "../src/http/routes/catalogue/needs_of_estimator.ts";
import { CONSTRAINT_FAMILIES } from "../src/optimization/constraints/mod.ts";
import { needsOfMeasure, RISK_MEASURES } from "../src/optimization/risk/mod.ts";
import { readIfPresent } from "./read_if_present.ts";

const DOCUMENT = new URL("../docs/methods.md", import.meta.url);

if (import.meta.main) await Deno.writeTextFile(DOCUMENT, methodsDocument());

/**
 * Returns the reason why the committed `docs/methods.md` is stale, or null where it matches the registries in the code.
 */
export async function methodsStaleReason(): Promise<string | null> {
  if (await readIfPresent(DOCUMENT) === methodsDocument()) return null;
  return 'Cannot use docs/methods.md: the lists have changed, run "deno task methods"';
}

/** Returns the whole text of `docs/methods.md`. The entries stand in the order of the registries. */
export function methodsDocument(): string {
  const methods = describedMethods();
  const groups = [...new Set(methods.map(({ method }) => method.group))];
  return [
    "# Methods, estimators, measures and rules",
    "`deno task methods` writes this document from the lists of the program. `GET /methods/requirements` and " +
    "`GET /constraints/capability` return the same; `docs/tutorial` shows requests. x are the returns of a " +
    "portfolio per period, T their number, w its weights, w0 those it starts from, m the expected returns and S the " +
    "covariance per period, rf the risk-free rate.",
    "## Methods",
    "Requirements that depend on the parameters of a method are those of its defaults. The status `optimal`, " +
    "`infeasible`, `unbounded` or `not_proven` follows from plain arithmetic on the data and the rules of the request, " +
    "never from the word of a solver; `docs/tutorial/5_verdicts.md` lists the checks. A method that " +
    "follows a formula or an algorithm, not a program, has the status `computed`: it has no objective to be best at.",
    ...groups.flatMap((group) => [
      `### Methods: ${group}`,
      ...methods.filter(({ method }) => method.group === group).flatMap(sectionOfMethod),
    ]),
    "## Estimators of expected returns",
    ...[...EXPECTED_RETURNS].flatMap((one) => described(one, needsOfEstimator(one))),
    "## Estimators of the covariance",
    ...[...COVARIANCES].flatMap((one) => described(one, needsOfEstimator(one))),
    "## Measures of risk",
    "In `mean_risk`, `risk_limits`, `efficient_frontier`, `hrp` and `herc`, by these names.",
    ...[...RISK_MEASURES].flatMap((one) => described(one, needsOfMeasure(one))),
    "## Doubts",
    "Every result lists in `data.doubts` what was taken for what, and where something else may be meant. A `note` says " +
    "what was done, `check` that something else may be meant, `wrong` that the numbers can hardly be what is meant: " +
    '`"doubts": "refuse"` in a request refuses it for those with 422. No doubt changes a number.',
    ["| code | severity | when |", "|---|---|---|"].concat(
      [...DOUBT_KINDS].map(({ id, severity, meaning }) => `| \`${id}\` | ${severity} | ${meaning} |`),
    ).join("\n"),
    "## Constraint families",
    ...[...CONSTRAINT_FAMILIES].flatMap(({ id, documentation, rules }) => [
      ...headed(id, documentation),
      tableOf("field", nestedFieldsOf(rules, id)),
    ]),
  ].join("\n\n") + "\n";
}

function sectionOfMethod(described: DescribedMethod): readonly string[] {
  const { method: { id, documentation }, fields } = described;
  return [
    ...headed(id, documentation),
    needsText(described),
    familiesText(enforcedFamilies(described)),
    ...fields.length === 0 ? [] : [tableOf("parameter", fields)],
  ];
}

function described(
  { id, documentation, parameters }: {
    readonly id: string;
    readonly documentation: Documentation;
    readonly parameters: Parameters<typeof fieldsOf>[0];
  },
  needs: ReturnType<typeof needsOfMeasure>,
): readonly string[] {
  const fields = fieldsOf(parameters);
  return [
    ...headed(id, documentation),
    ...needs.history ? [`Needs: a history${needs.dates ? ", dates" : ""}${cannotWeigh(needs)}`] : [],
    ...fields.length === 0 ? [] : [tableOf("parameter", fields)],
  ];
}

function headed(id: string, documentation: Documentation): readonly string[] {
  return [`#### \`${id}\`: ${documentation.title}`, documentationText(documentation)];
}

function needsText(method: DescribedMethod): string {
  const needs = needsOf(method);
  const words = [
    counted(needs.assets, "asset"),
    counted(needs.observations, "observation"),
    ...needs.history ? ["a history"] : [],
    ...needs.dates ? ["dates"] : [],
    ...needs.expectedReturns ? ["expected returns"] : [],
    ...needs.benchmark ? ["a benchmark"] : [],
    ...needs.startingPortfolio ? ["a starting portfolio"] : [],
  ];
  return `Needs: ${words.join(", ")}${cannotWeigh(needs)}`;
}

/** Returns words about what cannot weigh scenarios. What needs dates takes no scenarios at all. */
function cannotWeigh({ dates, equalRows }: { readonly dates: boolean; readonly equalRows: boolean }): string {
  return equalRows && !dates ? "; cannot weigh scenarios by probabilities" : "";
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function tableOf(title: string, fields: readonly DescribedField[]): string {
  return [
    `| ${title} | type | default | values | meaning |`,
    "|---|---|---|---|---|",
    ...fields.map((field) =>
      `| \`${field.name}\` | ${field.type} | ${defaultOf(field)} | ${valuesOf(field)} | ${field.description ?? ""} |`
    ),
  ].join("\n");
}

function defaultOf({ required, default: byDefault }: DescribedField): string {
  return required ? "required" : byDefault === null ? "" : `\`${JSON.stringify(byDefault)}\``;
}

function valuesOf({ type, min, max, exclusive_min, exclusive_max, choices }: DescribedField): string {
  if (choices !== null) return choices.map((word) => `\`${word}\``).join(", ");
  const bounds = [
    ...min === null ? [] : [`${exclusive_min ? "above" : "at least"} ${min}`],
    ...max === null ? [] : [`${exclusive_max ? "below" : "at most"} ${max}`],
  ];
  const unit = type.includes("string") ? " characters" : type.includes("array") ? " items" : "";
  return bounds.length === 0 ? "" : `${bounds.join(", ")}${unit}`;
}
