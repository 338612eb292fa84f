import { z } from "zod";
import { LONGEST_NAME } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { documentationText } from "../../domain/documentation.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { isLeftOut, type Problem } from "../problem.ts";
import { RISK_MEASURES } from "../risk/mod.ts";
import { historyOf, needsOfMeasure, type RiskMeasure } from "../risk/risk_measure.ts";
import { typicalDeviation } from "../risk/typical_deviation.ts";
import { largestVolatility } from "../risk/volatility.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { whyNotByScenarios } from "./scenario_reasons.ts";
import { within } from "./limits.ts";

/** A limit as sent: the id of a measure, its parameters and the largest allowed value. */
interface RiskLimit extends Readonly<Record<string, unknown>> {
  readonly measure: string;
  readonly max: number;
}

const [first, ...others] = [...RISK_MEASURES].map(limitOf);

const riskLimit: z.ZodType<RiskLimit> = z.discriminatedUnion("measure", [first, ...others], {
  error: ({ code, input }) => code === "invalid_union" ? whyUnknown(input) : undefined,
});

const riskLimitsRules = z.array(riskLimit);

export type RiskLimitsRules = z.infer<typeof riskLimitsRules>;

/** Upper limits on measures of risk, per period, or annual for a measure that is reported per year. */
export const riskLimits: ConstraintFamily<RiskLimitsRules> = {
  id: "risk_limits",
  kind: "convex",
  limitsIn: "fraction",
  documentation: {
    title: "Risk limits",
    formula: "ρ(w) ≤ max for each measure ρ",
    reference:
      "Krokhmal, Palmquist, Uryasev (2002), Portfolio optimization with conditional value-at-risk objective and " +
      "constraints, Journal of Risk 4",
    paragraph:
      "The largest value of each measure of risk, with parameters of its own. Volatility is annual, all other " +
      "measures are per period. A measure may be limited several times with different parameters; the names of the " +
      "rules then contain the parameters, as in cvar_0.95 and cvar_0.99.",
  },
  rules: riskLimitsRules,
  priceFree: false,
  inConflict: "each",
  isCostly: true,
  check(rules, { hasHistory, isByPairs = false, isUnordered = false, isWeighted = false }) {
    const keys = rules.map(({ measure, max: _, ...parameters }) => JSON.stringify([measure, parameters]));
    return rules.flatMap(({ measure }, i) => [
      ...keys.indexOf(keys[i]) === i ? [] : [{
        pointer: jsonPointer(i),
        detail: `Cannot limit ${measure}${valuesOf(rules[i])} twice: leave one of them out`,
      }],
      ...hasHistory || !measureOf(measure).needsHistory ? [] : [{
        pointer: jsonPointer(i, "measure"),
        detail: `Cannot limit ${measure} without a history: moments are not enough`,
      }],
      ...!isByPairs || !measureOf(measure).needsHistory ? [] : [{
        pointer: jsonPointer(i, "measure"),
        detail: `Cannot limit ${measure} with history "available": it needs the returns of all assets on the same days`,
      }],
      ...scenarioFaults(measure, { isUnordered, isWeighted }).map((detail) => ({
        pointer: jsonPointer(i, "measure"),
        detail,
      })),
    ]);
  },
  pointerOf: (rule, rules) => jsonPointer(namesOf(rules).indexOf(rule)),
  describe: (rule) => within(`Risk "${rule.rule}"`, rule),
  constrain(program, weights, rules, { problem, scale }) {
    for (const { rule, measure, parameters, max, periods } of limitsIn(rules, problem)) {
      if (isLeftOut(problem, { family: this.id, rule })) continue;
      const unit = unitOf(measure, problem);
      const risk = measure.express(program, weights, { problem, kernels: problem.kernels, parameters, unit, scale });
      program.atMost(risk.times(unit * periods), scale.times(max), { family: this.id, rule, slackByLimit: scale });
    }
  },
  evaluate: (weights, rules, problem) =>
    limitsIn(rules, problem).map(({ rule, measure, parameters, max, periods }) => {
      const value = periods * measure.value(weights, { problem, kernels: problem.kernels, parameters });
      return { family: riskLimits.id, rule, value, min: null, max };
    }),
  slopes(weights, rule, rules, problem) {
    const limit = limitsIn(rules, problem).find((one) => one.rule === rule);
    if (limit === undefined) return null;
    const { measure, parameters, periods } = limit;
    const gradient = measure.gradient(weights, { problem, kernels: problem.kernels, parameters });
    return gradient && gradient.map((slope) => periods * slope);
  },
};

type LimitSchema = z.ZodObject<{ measure: z.ZodLiteral<string>; max: z.ZodNumber }, z.core.$loose>;

/** Returns the schema of a limit on a measure: the parameters of the measure, its id and `max`. */
function limitOf({ id, documentation, parameters, degree, isAnnual }: RiskMeasure): LimitSchema {
  if (!(parameters instanceof z.ZodObject)) throw new Error(`Cannot limit "${id}": its parameters are not an object`);
  const unit = `${degree === 2 ? "in squared returns" : "a fraction"}${
    isAnnual === true ? ", annual" : ", not annualised"
  }`;
  const max = boundedNumber.meta({ description: `The largest value of the measure, ${unit}` });
  return parameters.safeExtend({
    measure: z.literal(id).meta({ description: "Id of the measure of risk that is limited" }),
    max,
  })
    .meta({ title: documentation.title, description: documentationText(documentation) });
}

function whyUnknown(sent: unknown): string {
  const measure = typeof sent === "object" && sent !== null && "measure" in sent ? sent.measure : null;
  const named = typeof measure === "string" ? `measure "${measure.slice(0, LONGEST_NAME)}"` : "a measure";
  return `Cannot find ${named} to limit: it must be one of ${RISK_MEASURES.ids.join(", ")}`;
}

interface NamedLimit {
  readonly rule: string;
  readonly measure: RiskMeasure;
  readonly parameters: unknown;
  readonly max: number;
  /** Factor from the measure per period to the unit of its limit. */
  readonly periods: number;
}

function limitsIn(rules: RiskLimitsRules, { periodsPerYear }: Problem): NamedLimit[] {
  const names = namesOf(rules);
  return rules.map(({ measure: id, max, ...parameters }, i) => {
    const measure = measureOf(id), periods = measure.isAnnual === true ? Math.sqrt(periodsPerYear) : 1;
    return { rule: names[i], measure, parameters: measure.parameters.parse(parameters), max, periods };
  });
}

/**
 * The names of the limits: the id of the measure, followed by the parameters in which the limits on one measure differ.
 */
function namesOf(rules: RiskLimitsRules): string[] {
  return rules.map((own) => {
    const alike = rules.filter(({ measure }) => measure === own.measure);
    const differing = Object.keys(own).filter((name) =>
      name !== "max" && alike.some((other) => other[name] !== own[name])
    );
    return [own.measure, ...differing.map((name) => String(own[name]))].join("_");
  });
}

/** The parameters of a limit as words. */
function valuesOf({ measure: _measure, max: _max, ...parameters }: RiskLimitsRules[number]): string {
  const told = Object.entries(parameters).map(([name, value]) => ` of ${name} ${value}`);
  return told.join(" and");
}

function measureOf(id: string): RiskMeasure {
  const measure = RISK_MEASURES.get(id);
  if (measure === undefined) throw new Error(`Cannot find measure "${id}"`);
  return measure;
}

/**
 * The unit of a limit in a program: the typical size of returns, or of volatilities if the measure needs no history.
 */
function unitOf(measure: RiskMeasure, problem: Problem): number {
  return measure.needsHistory ? typicalDeviation(historyOf(problem)) : largestVolatility(problem.covariance);
}

function scenarioFaults(
  measure: string,
  run: { readonly isUnordered: boolean; readonly isWeighted: boolean },
): readonly string[] {
  const why = whyNotByScenarios(needsOfMeasure(measureOf(measure)), run);
  return why === null ? [] : [`Cannot limit ${measure}: it ${why}`];
}
