import { z } from "zod";
import { DOUBT_SEVERITIES } from "../../../domain/doubt.ts";
import { DOUBT_KINDS } from "../../../doubts/mod.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { COVARIANCES } from "../../../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../../estimation/expected_returns/mod.ts";
import { MEASURES } from "../../../measures/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { needsOfMeasure, RISK_MEASURES, type RiskMeasure } from "../../../optimization/risk/mod.ts";
import { describedField, fieldsOf } from "../../described_fields.ts";
import { documentationText } from "../../../domain/documentation.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { FIXED_DOCUMENT_CODING, FIXED_DOCUMENT_HEADERS, fixedDocument } from "../../fixed_document.ts";
import { type DescribedMethod, describedMethods, enforcedFamilies, needsOf } from "./method_families.ts";
import { needsOfEstimator } from "./needs_of_estimator.ts";
import { SUBMISSION_LIMITS, submissionFields } from "./submission_fields.ts";

const families = z.array(z.enum(CONSTRAINT_FAMILIES.ids));

const variant = {
  id: z.string(),
  name: z.string(),
  description: z.string().meta({ description: "Markdown: a description, the formula and its source" }),
  needs_history: z.boolean().meta({
    description: "Whether the returns themselves are read. A method that reads them needs those of all assets on the " +
      'same days, so that it is refused with `history: "available"` and with moments',
  }),
  needs_dates: z.boolean().meta({
    description: "Whether the returns must stand in the order of their dates, so that it is refused with scenarios",
  }),
  weighs_probabilities: z.boolean().meta({
    description: "Whether it weighs scenarios by their probabilities; if not, it is refused where they are not equal",
  }),
  parameters: z.array(describedField),
};

const describedVariant = z.strictObject(variant);

const methodRequirements = z.strictObject({
  ...variant,
  group: z.string(),
  min_assets: z.int(),
  min_observations: z.int().meta({
    description:
      "The smallest number of returns on dates common to all assets; a run on moments has no returns, and needs none",
  }),
  needs_benchmark: z.boolean(),
  needs_expected_returns: z.boolean(),
  needs_starting_portfolio: z.boolean(),
  enforces: families.meta({
    description: "The constraint families whose rules the method keeps, with its default parameters",
  }),
}).meta({ id: "MethodRequirements" });

const estimator = z.strictObject({
  ...variant,
  by_pairs: z.boolean().meta({
    description:
      'Whether `history: "available"` takes the estimator: it can use the returns that each asset and each ' +
      "pair of assets has, or needs no history",
  }),
}).meta({ id: "DescribedEstimator" });
const measure = z.strictObject({
  ...variant,
  metric: z.string().meta({ description: "Name of its value among the metrics, and of the objective of methods" }),
  squared: z.boolean().meta({
    description: "Whether its unit is the square of a return, so that its values are not percentages",
  }),
  annual: z.boolean().meta({ description: "Whether its values are annual; others are per period, or of all dates" }),
}).meta({ id: "DescribedMeasure" });

const metric = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().meta({ description: "Markdown: a description, the formula and its source" }),
  annual: z.boolean().meta({ description: "Whether its values are annual; others are per period, or of the history" }),
  fraction: z.boolean().meta({
    description: "Whether its values are fractions, which are shown in percent; others are numbers without a unit",
  }),
}).meta({ id: "DescribedMetric" });

const requirements = z.strictObject({
  methods: z.array(methodRequirements),
  estimators: z.strictObject({ expected_returns: z.array(estimator), covariance: z.array(estimator) }),
  measures: z.array(measure).meta({ description: "Measures of risk, by their names in a request" }),
  metrics: z.array(metric).meta({
    description: "Metrics of results, by their names there, in the order in which they are shown",
  }),
  doubts: z.array(
    z.strictObject({
      id: z.string(),
      severity: z.enum(DOUBT_SEVERITIES),
      meaning: z.string(),
    }).meta({ id: "DescribedDoubt" }),
  ).meta({
    description: "Kinds of doubts about data and numbers, by the `code` that a result has",
  }),
  submission: z.strictObject({
    fields: z.array(describedField).meta({
      description: "Fields of POST /jobs; a field within an object is named by its path",
    }),
    limits: z.strictObject({
      assets: z.int(),
      rows: z.int(),
      scenarios: z.int(),
      methods: z.int(),
      frontier_points: z.int(),
      rebalances: z.int().meta({ description: "Counted over all methods of a backtest" }),
      paths_times_horizon: z.int(),
    }),
  }),
}).meta({ id: "MethodRequirementsCatalogue" });

const answer = fixedDocument((): DeepReadonly<z.input<typeof requirements>> => ({
  methods: describedMethods().map(requirementsOf),
  estimators: {
    expected_returns: [...EXPECTED_RETURNS].map(describedEstimator),
    covariance: [...COVARIANCES].map(describedEstimator),
  },
  measures: [...RISK_MEASURES].map(describedMeasure),
  metrics: [...MEASURES].map(({ id, documentation, unit, figure }) => ({
    id,
    name: documentation.title,
    description: documentationText(documentation),
    annual: unit === "annual",
    fraction: figure === "fraction",
  })),
  doubts: [...DOUBT_KINDS].map(({ id, severity, meaning }) => ({ id, severity, meaning })),
  submission: { fields: submissionFields(), limits: SUBMISSION_LIMITS },
}), { cacheControl: "no-cache" });

/**
 * Endpoint that lists every method with its requirements, every estimator and risk measure, and the fields that POST
 * /jobs accepts.
 */
export const getMethodRequirements = defineEndpoint({
  method: "GET",
  path: "/methods/requirements",
  credential: "public",
  rateLimit: "catalogue",
  summary: "List the methods with their requirements, and the fields that a submission checks",
  description: "Requirements that depend on the parameters of a method are those of its defaults. Takes If-None-Match.",
  responses: {
    200: {
      description: "The methods, estimators and measures, and the fields and limits of a submission",
      media: "application/json",
      shape: requirements,
      headers: FIXED_DOCUMENT_HEADERS,
      optionalHeaders: FIXED_DOCUMENT_CODING,
    },
    304: { description: "The list still has the ETag of If-None-Match", headers: FIXED_DOCUMENT_HEADERS },
  },
}, ({ headers }) => answer(headers));

function requirementsOf(described: DescribedMethod): DeepReadonly<z.input<typeof methodRequirements>> {
  const { method: { id, group, documentation }, fields } = described;
  const needs = needsOf(described);
  return {
    id,
    name: documentation.title,
    group,
    description: documentationText(documentation),
    min_assets: needs.assets,
    min_observations: needs.observations,
    needs_benchmark: needs.benchmark,
    needs_expected_returns: needs.expectedReturns,
    needs_history: needs.history,
    needs_dates: needs.dates,
    weighs_probabilities: !needs.equalRows,
    needs_starting_portfolio: needs.startingPortfolio,
    parameters: fields,
    enforces: enforcedFamilies(described).atDefaults,
  };
}

type Variant = Pick<DescribedMethod["method"], "id" | "documentation" | "parameters"> & {
  readonly needsHistory: boolean;
};

function describedEstimator(
  listed: Variant & Parameters<typeof needsOfEstimator>[0] & { readonly byPairs?: unknown },
): DeepReadonly<z.input<typeof estimator>> {
  const { needsHistory, byPairs } = listed, needs = needsOfEstimator(listed);
  return { ...described(listed, needs), by_pairs: !needsHistory || byPairs !== undefined };
}

function describedMeasure(listed: RiskMeasure): DeepReadonly<z.input<typeof measure>> {
  return {
    ...described(listed, needsOfMeasure(listed)),
    metric: listed.name,
    squared: listed.degree === 2,
    annual: listed.isAnnual ?? false,
  };
}

function described(
  { id, documentation, parameters }: Variant,
  { history, dates, equalRows }: ReturnType<typeof needsOfEstimator>,
): DeepReadonly<z.input<typeof describedVariant>> {
  return {
    id,
    name: documentation.title,
    description: documentationText(documentation),
    needs_history: history,
    needs_dates: dates,
    weighs_probabilities: !equalRows,
    parameters: fieldsOf(parameters),
  };
}
