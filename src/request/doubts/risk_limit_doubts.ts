import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import type { Frequency } from "../../domain/frequency.ts";
import { limitInPercent } from "../../doubts/kinds/limit_in_percent.ts";
import { periodLimitOfAYear } from "../../doubts/kinds/period_limit_of_a_year.ts";
import { reachOf } from "./portfolio_reach.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

const shape = z.object({ risk_limits: z.array(z.object({ measure: z.string(), max: z.number() })) });

/** Measures of one period in the unit of a return, which no loss of an asset exceeds without borrowing. */
const OF_A_PERIOD: readonly string[] = [
  ...["semideviation", "mad", "gini", "cvar", "evar", "worst_realization", "second_lower_partial_moment", "tail_gini"],
  ...["relativistic_value_at_risk"],
];
/** Measures of the losses since a peak, in the unit of a return. */
const OF_DRAWDOWNS: readonly string[] = [
  ...["average_drawdown", "max_drawdown", "cdar", "edar", "ulcer_index", "relativistic_drawdown_at_risk"],
];
/** Limit on a loss from which percent is meant: the double of everything. */
const PERCENT_FROM = 2;
/** Limit on the loss of one period from which an annual one is meant where prices are not yet known. */
const ANNUAL_FROM: Readonly<Record<Frequency, number>> = {
  daily: 0.2,
  weekly: 0.4,
  monthly: Infinity,
  yearly: Infinity,
};
/** Smallest limit that is read as an annual one. */
const LEAST_ANNUAL = 0.05;

/** Doubts limits on losses that look like percent, or like limits of a year where those of a period are needed. */
export function riskLimitDoubts(facts: RequestFacts): readonly Doubt[] {
  return ruleSetsOf(facts.request).flatMap(({ constraints, pointer }) => {
    const limits = shape.safeParse(constraints).data?.risk_limits ?? [];
    const { long, short } = reachOf(constraints);
    return limits.flatMap(({ measure, max }, i): readonly Doubt[] => {
      const isOfAPeriod = OF_A_PERIOD.includes(measure), place = `${pointer}/risk_limits/${i}/max`;
      if (!isOfAPeriod && !OF_DRAWDOWNS.includes(measure)) return [];
      if (max >= PERCENT_FROM * Math.max(1, Number.isFinite(long) ? long : 1)) {
        const meant = Number((max / 100).toPrecision(12));
        return [limitInPercent.about([], { pointer: place, limit: max, meant, alike: 0 })];
      }
      return isOfAPeriod && !short && long <= 1 ? ofAYear(place, max, facts) : [];
    });
  });
}

function ofAYear(pointer: string, limit: number, { request, periods, scale }: RequestFacts): readonly Doubt[] {
  const { frequency, history } = request;
  const from = history === null ? ANNUAL_FROM[frequency] : Math.max(scale()?.worst ?? Infinity, LEAST_ANNUAL);
  if (!(limit > from)) return [];
  const factor = Math.sqrt(periods), meant = Number((limit / factor).toPrecision(4));
  return [periodLimitOfAYear.about([], { pointer, limit, meant, factor, frequency })];
}
