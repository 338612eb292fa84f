import type { Market } from "../domain/asset.ts";

interface Close {
  /** Formatter of dates and times in the time zone of the market, made once because making it is slow. */
  readonly local: Intl.DateTimeFormat;
  /** Local time at which trading on the market ends, `HH:MM`. */
  readonly time: string;
}

const INDIA: Close = { local: formatOf("Asia/Kolkata"), time: "15:30" };
const CLOSES: Readonly<Record<Exclude<Market, "CUSTOM">, Close>> = {
  IN: INDIA,
  // Fund values count as final at 23:00, because the fund association publishes the values of a day until then.
  MF: { ...INDIA, time: "23:00" },
  US: { local: formatOf("America/New_York"), time: "16:00" },
};

/**
 * Returns the last calendar day, `YYYY-MM-DD`, on which trading had ended in the time zone of a market at an instant
 * (ISO 8601 UTC). The day need not be a trading day.
 */
export function lastFinishedDay(market: Exclude<Market, "CUSTOM">, instant: string): string {
  const { local, time } = CLOSES[market];
  const now = localTime(instant, local);
  return now.time >= time ? now.day : dayBefore(now.day);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

function localTime(instant: string, format: Intl.DateTimeFormat): { day: string; time: string } {
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, time: `${part("hour")}:${part("minute")}` };
}

function dayBefore(day: string): string {
  const before = new Date(`${day}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}
