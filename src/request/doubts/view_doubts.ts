import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { annualNumberInPercent } from "../../doubts/kinds/annual_number_in_percent.ts";
import { annualNumberPerPeriod } from "../../doubts/kinds/annual_number_per_period.ts";
import { smallAnnualNumber } from "../../doubts/kinds/small_annual_number.ts";
import type { Frequency } from "../../domain/frequency.ts";
import type { RequestFacts } from "./request_facts.ts";

const shape = z.object({
  views: z.array(z.object({ assets: z.record(z.string(), z.number()), return: z.number() })),
});

/** Size of an annual view from which percent is meant. */
const PERCENT_FROM = 1;
/** Sizes of annual views below which a view of one period is meant, and below which it may be. */
const PER_PERIOD_BELOW: Readonly<Partial<Record<Frequency, number>>> = { daily: 0.0015, weekly: 0.002 };
const MAY_BE_BELOW: typeof PER_PERIOD_BELOW = { weekly: 0.004, monthly: 0.012 };
/** Smallest size of an annual view that is likely where one of a period is sent. */
const LEAST_ANNUAL = 0.02;

/** Doubts views of Black-Litterman that look like percent, or like returns of one period. */
export function viewDoubts(
  { request: { expected_returns: estimator, frequency }, periods }: RequestFacts,
): readonly Doubt[] {
  const views = shape.safeParse(estimator.parameters).data?.views ?? [];
  return views.flatMap(({ assets, return: value }, i) => {
    const named = Object.keys(assets), pointer = `/expected_returns/views/${i}/return`, size = Math.abs(value);
    if (size >= PERCENT_FROM) {
      return [annualNumberInPercent.about(named, { pointer, value, meant: Number((value / 100).toPrecision(12)) })];
    }
    if (size * periods < LEAST_ANNUAL) return [];
    const isOfPeriod = size < (PER_PERIOD_BELOW[frequency] ?? 0), mayBe = size < (MAY_BE_BELOW[frequency] ?? 0);
    const meant = Number((value * periods).toPrecision(4));
    const facts = { pointer, value, meant, factor: periods, frequency };
    if (isOfPeriod) return [annualNumberPerPeriod.about(named, facts)];
    return mayBe ? [smallAnnualNumber.about(named, facts)] : [];
  });
}
