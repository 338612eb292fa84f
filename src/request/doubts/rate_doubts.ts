import type { Doubt } from "../../domain/doubt.ts";
import { annualNumberInPercent } from "../../doubts/kinds/annual_number_in_percent.ts";
import { annualNumberPerPeriod } from "../../doubts/kinds/annual_number_per_period.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Annual rate or inflation from which percent is meant. */
const PERCENT_FROM = 1;
/** Largest risk-free rate that is read as one of a day, and the annual rates that are likely then. */
const LARGEST_OF_A_DAY = 4e-4;
const LIKELY_RATES = [0.02, 0.1] as const;

/** Doubts a risk-free rate or an inflation that looks like percent, and a risk-free rate of one day. */
export function rateDoubts(
  { request: { risk_free_rate: rate, monte_carlo, frequency }, periods }: RequestFacts,
): readonly Doubt[] {
  const rates = [["/risk_free_rate", rate], ["/monte_carlo/inflation", monte_carlo?.inflation ?? 0]] as const;
  const inPercent = rates.filter(([, value]) => value >= PERCENT_FROM).map(([pointer, value]) =>
    annualNumberInPercent.about([], { pointer, value, meant: Number((value / 100).toPrecision(12)) })
  );
  const annual = rate * periods;
  const isOfADay = frequency === "daily" && rate > 0 && rate <= LARGEST_OF_A_DAY && annual >= LIKELY_RATES[0] &&
    annual <= LIKELY_RATES[1];
  if (!isOfADay) return inPercent;
  const evidence = { value: rate, meant: Number(annual.toPrecision(4)), factor: periods, frequency };
  return [...inPercent, annualNumberPerPeriod.about([], { pointer: "/risk_free_rate", ...evidence })];
}
