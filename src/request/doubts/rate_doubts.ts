import type { Doubt } from "../../domain/doubt.ts";
import { annualNumberInPercent } from "../../doubts/kinds/annual_number_in_percent.ts";
import { annualNumberPerPeriod } from "../../doubts/kinds/annual_number_per_period.ts";
import { smallAnnualNumber } from "../../doubts/kinds/small_annual_number.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Annual risk-free rate, and annual inflation, from which percent is meant. */
const RATE_FROM = 0.3, INFLATION_FROM = 1;
/** Largest risk-free rate that is read as one of a day. Annual ones of weeks and months are as small now and then. */
const LARGEST_OF_A_DAY = 4e-4;
/** Annual risk-free rates that are likely where one of a period is sent. */
const LIKELY_RATES = [0.02, 0.1] as const;

/** Doubts a risk-free rate or an inflation that looks like percent, and a risk-free rate of one period. */
export function rateDoubts(
  { request: { risk_free_rate: rate, monte_carlo, frequency }, periods }: RequestFacts,
): readonly Doubt[] {
  const rates = [
    ["/risk_free_rate", rate, RATE_FROM],
    ["/monte_carlo/inflation", monte_carlo?.inflation ?? 0, INFLATION_FROM],
  ] as const;
  const inPercent = rates.filter(([, value, from]) => value >= from).map(([pointer, value]) =>
    annualNumberInPercent.about([], { pointer, value, meant: Number((value / 100).toPrecision(12)) })
  );
  const annual = rate * periods;
  if (frequency === "yearly" || annual < LIKELY_RATES[0] || annual > LIKELY_RATES[1]) return inPercent;
  const kind = rate <= LARGEST_OF_A_DAY ? annualNumberPerPeriod : smallAnnualNumber;
  const evidence = { value: rate, meant: Number(annual.toPrecision(4)), factor: periods, frequency };
  return [...inPercent, kind.about([], { pointer: "/risk_free_rate", ...evidence })];
}
