import { type Registry, registry } from "../domain/registry.ts";
import type { DoubtKind } from "./doubt_kind.ts";
import { covarianceRepaired } from "./kinds/covariance_repaired.ts";
import { neverChanges } from "./kinds/never_changes.ts";
import { annualNumberInPercent } from "./kinds/annual_number_in_percent.ts";
import { annualNumberPerPeriod } from "./kinds/annual_number_per_period.ts";
import { correlationAsCovariance } from "./kinds/correlation_as_covariance.ts";
import { largeCost } from "./kinds/large_cost.ts";
import { smallAnnualNumber } from "./kinds/small_annual_number.ts";
import { costInFractions } from "./kinds/cost_in_fractions.ts";
import { impossibleMoments } from "./kinds/impossible_moments.ts";
import { largeReturns } from "./kinds/large_returns.ts";
import { largeMove } from "./kinds/large_move.ts";
import { limitInPercent } from "./kinds/limit_in_percent.ts";
import { limitNeverBinds } from "./kinds/limit_never_binds.ts";
import { longerPeriods } from "./kinds/longer_periods.ts";
import { logPrices } from "./kinds/log_prices.ts";
import { lowConfidence } from "./kinds/low_confidence.ts";
import { manyPriceJumps } from "./kinds/many_price_jumps.ts";
import { mixedCurrencies } from "./kinds/mixed_currencies.ts";
import { periodLimitOfAYear } from "./kinds/period_limit_of_a_year.ts";
import { priceInHundredths } from "./kinds/price_in_hundredths.ts";
import { repeatedDay } from "./kinds/repeated_day.ts";
import { returnsInPercent } from "./kinds/returns_in_percent.ts";
import { sameSeries } from "./kinds/same_series.ts";
import { shiftedSeries } from "./kinds/shifted_series.ts";
import { sumOfOthers } from "./kinds/sum_of_others.ts";
import { stalePrices } from "./kinds/stale_prices.ts";
import { unlikelyCovariance } from "./kinds/unlikely_covariance.ts";
import { unlikelyExpectedReturns } from "./kinds/unlikely_expected_returns.ts";
import { unlikelyMoments } from "./kinds/unlikely_moments.ts";
import { weightsBeyondOne } from "./kinds/weights_beyond_one.ts";
import { weightsInPercent } from "./kinds/weights_in_percent.ts";
import { estimatedByPairs } from "./kinds/estimated_by_pairs.ts";
import { measuredOnCommonDays } from "./kinds/measured_on_common_days.ts";
import { mapOfMore } from "./kinds/map_of_more.ts";
import { partialPeriod } from "./kinds/partial_period.ts";
import { priceJump } from "./kinds/price_jump.ts";
import { rowsDropped } from "./kinds/rows_dropped.ts";
import { sessionAbsent } from "./kinds/session_absent.ts";
import { seriesTooShort } from "./kinds/series_too_short.ts";
import { shortSeries } from "./kinds/short_series.ts";
import { datesFarApart } from "./kinds/dates_far_apart.ts";
import { fewReturns } from "./kinds/few_returns.ts";
import { scenarioLength } from "./kinds/scenario_length.ts";
import { sevenDayYear } from "./kinds/seven_day_year.ts";
import { mixedCalendar } from "./kinds/mixed_calendar.ts";
import { suspectedSplit } from "./kinds/suspected_split.ts";
import { unitChanged } from "./kinds/unit_changed.ts";
import { valuesFilled } from "./kinds/values_filled.ts";
import { columnsLeftOut } from "./kinds/columns_left_out.ts";
import { readAs } from "./kinds/read_as.ts";
import { rowsLeftOut } from "./kinds/rows_left_out.ts";
import { takenClose } from "./kinds/taken_close.ts";
import { unsureReading } from "./kinds/unsure_reading.ts";
import { converted } from "./kinds/converted.ts";
import { contradictingYear } from "./kinds/contradicting_year.ts";
import { unusualYear } from "./kinds/unusual_year.ts";
import { costLimitUnit } from "./kinds/cost_limit_unit.ts";
import { largeBorrowFee } from "./kinds/large_borrow_fee.ts";
import { unlikelyCashFlow } from "./kinds/unlikely_cash_flow.ts";
import { unlikelyGoal } from "./kinds/unlikely_goal.ts";
import { weightsCountedTwice } from "./kinds/weights_counted_twice.ts";
import { grossReturns } from "./kinds/gross_returns.ts";
import { pricesAsReturns } from "./kinds/prices_as_returns.ts";
import { revertingPrice } from "./kinds/reverting_price.ts";
import { sparseSeries } from "./kinds/sparse_series.ts";
import { calendarNumbers } from "./kinds/calendar_numbers.ts";
import { constantTotal } from "./kinds/constant_total.ts";
import { grossReturnsAsPrices } from "./kinds/gross_returns_as_prices.ts";
import { markedCurrencies } from "./kinds/marked_currencies.ts";
import { smallCashFlow } from "./kinds/small_cash_flow.ts";
import { unweighedCosts } from "./kinds/unweighed_costs.ts";

/** Entry of a kind of doubt in the catalogue. */
export type DoubtEntry = Pick<DoubtKind, "id" | "severity" | "meaning">;

/**
 * Every kind of doubt about data or numbers of a request, in the order in which the catalogue lists them. A new kind is
 * one file of `kinds/` and one line here.
 */
export const DOUBT_KINDS: Registry<DoubtEntry> = registry<DoubtEntry>([
  seriesTooShort,
  shortSeries,
  datesFarApart,
  longerPeriods,
  suspectedSplit,
  priceJump,
  unitChanged,
  sevenDayYear,
  partialPeriod,
  mixedCalendar,
  fewReturns,
  rowsDropped,
  sessionAbsent,
  valuesFilled,
  neverChanges,
  covarianceRepaired,
  correlationAsCovariance,
  impossibleMoments,
  unlikelyMoments,
  unlikelyCovariance,
  unlikelyExpectedReturns,
  annualNumberInPercent,
  annualNumberPerPeriod,
  smallAnnualNumber,
  limitInPercent,
  limitNeverBinds,
  periodLimitOfAYear,
  lowConfidence,
  weightsInPercent,
  weightsBeyondOne,
  costInFractions,
  largeCost,
  largeMove,
  manyPriceJumps,
  priceInHundredths,
  stalePrices,
  repeatedDay,
  sameSeries,
  shiftedSeries,
  sumOfOthers,
  returnsInPercent,
  largeReturns,
  logPrices,
  mixedCurrencies,
  unsureReading,
  readAs,
  takenClose,
  columnsLeftOut,
  rowsLeftOut,
  mapOfMore,
  unweighedCosts,
  converted,
  estimatedByPairs,
  measuredOnCommonDays,
  sparseSeries,
  contradictingYear,
  unusualYear,
  costLimitUnit,
  largeBorrowFee,
  unlikelyCashFlow,
  unlikelyGoal,
  weightsCountedTwice,
  revertingPrice,
  grossReturns,
  pricesAsReturns,
  markedCurrencies,
  calendarNumbers,
  constantTotal,
  grossReturnsAsPrices,
  smallCashFlow,
  scenarioLength,
]);
