import type { Doubt } from "../../domain/doubt.ts";
import type { Frequency } from "../../domain/frequency.ts";
import { annualNumberInPercent } from "../../doubts/kinds/annual_number_in_percent.ts";
import { annualNumberPerPeriod } from "../../doubts/kinds/annual_number_per_period.ts";
import { smallAnnualNumber } from "../../doubts/kinds/small_annual_number.ts";
import type { AssetScale } from "../parts/history_facts.ts";
import { type AnnualNumber, annualNumbersIn } from "./annual_numbers.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Annual numbers from which percent is meant, whatever the assets earn. */
const PERCENT_FROM: Readonly<Record<AnnualNumber["of"], number>> = {
  return: 2,
  volatility: 1.5,
  tracking_error: 0.5,
};
/** Annual return from which percent is meant if no asset is known to earn as much. */
const UNREACHED_PERCENT_FROM = 1;

/** Doubts limits and targets of returns and volatilities that look like percent, or like numbers of one period. */
export function annualNumberDoubts(facts: RequestFacts): readonly Doubt[] {
  return annualNumbersIn(facts.request).flatMap((number) => {
    const { pointer, value } = number;
    if (isInPercent(number, facts)) {
      return [annualNumberInPercent.about([], { pointer, value, meant: Number((value / 100).toPrecision(12)) })];
    }
    if (isPerPeriod(number, facts)) return [annualNumberPerPeriod.about([], asOfPeriod(number, facts))];
    return mayBePerPeriod(number, facts) ? [smallAnnualNumber.about([], asOfPeriod(number, facts))] : [];
  });
}

function isInPercent({ value, of }: AnnualNumber, { scale }: RequestFacts): boolean {
  if (value >= PERCENT_FROM[of]) return true;
  if (of !== "return" || value < UNREACHED_PERCENT_FROM) return false;
  const known = scale();
  return known === null || value > (known.largestMean ?? -Infinity);
}

/**
 * Annual numbers below which one of a single period is meant, by the frequency of the run. A monthly volatility or
 * tracking error is as large as an annual one of calm assets, so that the assets' own volatilities decide.
 */
const PER_PERIOD_BELOW: Readonly<Record<AnnualNumber["of"], Readonly<Partial<Record<Frequency, number>>>>> = {
  return: { daily: 0.003, weekly: 0.006, monthly: 0.015 },
  volatility: { daily: 0.02, weekly: 0.03 },
  tracking_error: { daily: 0.004, weekly: 0.005, monthly: 0.006 },
};
/** Annual returns that a target may be meant to have. */
const LIKELY_RETURNS = [0.03, 0.6] as const;
/** Share of the smallest volatility of an asset that no portfolio of the assets is likely to reach. */
const UNREACHED = 0.4;

function isPerPeriod({ value, of }: AnnualNumber, facts: RequestFacts): boolean {
  const { frequency, listed, market } = facts.request, below = PER_PERIOD_BELOW[of][frequency] ?? 0;
  if (!(value > 0)) return false;
  const annual = value * factorOf(of, facts.periods);
  if (of === "return") return value < below && annual >= LIKELY_RETURNS[0] && annual <= LIKELY_RETURNS[1];
  if (of === "tracking_error") return value < below;
  const known = facts.scale();
  if (known !== null) return isOutOfReach(value, annual, known);
  // Shares never move as little as this; funds of bonds do.
  return value < (listed && market !== "MF" && frequency === "monthly" ? 0.06 : below);
}

function isOutOfReach(value: number, annual: number, { volatilities }: AssetScale): boolean {
  if (volatilities === null) return false;
  const least = UNREACHED * volatilities.smallest;
  return value < least && annual >= least && annual <= 1.2 * volatilities.largest;
}

/** Annual numbers below which one of a single period may be meant. */
const MAY_BE_BELOW: typeof PER_PERIOD_BELOW = {
  return: {},
  volatility: { monthly: 0.06 },
  tracking_error: { weekly: 0.007, monthly: 0.012 },
};

/** Whether an annual number is small, and would be a usual one if it were of a single period. */
function mayBePerPeriod({ value, of }: AnnualNumber, { request, scale }: RequestFacts): boolean {
  return value > 0 && value < (MAY_BE_BELOW[of][request.frequency] ?? 0) && (of !== "volatility" || scale() === null);
}

function asOfPeriod({ pointer, value, of }: AnnualNumber, { request: { frequency }, periods }: RequestFacts) {
  const factor = factorOf(of, periods), meant = Number((value * factor).toPrecision(4));
  return { pointer, value, meant, factor, frequency };
}

function factorOf(of: AnnualNumber["of"], periods: number): number {
  return of === "return" ? periods : Math.sqrt(periods);
}
