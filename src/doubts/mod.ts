import { type Registry, registry } from "../domain/registry.ts";
import type { DoubtKind } from "./doubt_kind.ts";
import { covarianceRepaired } from "./kinds/covariance_repaired.ts";
import { neverChanges } from "./kinds/never_changes.ts";
import { priceJump } from "./kinds/price_jump.ts";
import { rowsDropped } from "./kinds/rows_dropped.ts";
import { sessionAbsent } from "./kinds/session_absent.ts";
import { seriesTooShort } from "./kinds/series_too_short.ts";
import { shortSeries } from "./kinds/short_series.ts";
import { datesFarApart } from "./kinds/dates_far_apart.ts";
import { fewReturns } from "./kinds/few_returns.ts";
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

/** Entry of a kind of doubt in the catalogue. */
export type DoubtEntry = Pick<DoubtKind, "id" | "severity" | "meaning">;

/** Every kind of doubt, in the order of the catalogue. A new kind is one file of `kinds/` and one line here. */
export const DOUBT_KINDS: Registry<DoubtEntry> = registry<DoubtEntry>([
  seriesTooShort,
  shortSeries,
  datesFarApart,
  suspectedSplit,
  priceJump,
  unitChanged,
  sevenDayYear,
  mixedCalendar,
  fewReturns,
  rowsDropped,
  sessionAbsent,
  valuesFilled,
  neverChanges,
  covarianceRepaired,
  unsureReading,
  readAs,
  takenClose,
  columnsLeftOut,
  rowsLeftOut,
]);
