/** Market holidays of the sample markets that fall on the same date every year, `MM-DD`. */
const HOLIDAYS: Readonly<Record<"IN" | "US", readonly string[]>> = {
  IN: ["01-26", "05-01", "08-15", "10-02", "12-25"],
  US: ["01-01", "06-19", "07-04", "12-25"],
};
const FIRST_DAY = Date.UTC(2015, 0, 1);
const LAST_DAY = Date.UTC(2024, 11, 31);
const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * Returns the trading days of a sample market from 2015-01-01 to 2024-12-31, `YYYY-MM-DD`: all weekdays except a few
 * fixed holidays.
 */
export function sampleTradingDays(market: "IN" | "US"): string[] {
  const days: string[] = [];
  for (let time = FIRST_DAY; time <= LAST_DAY; time += MILLISECONDS_PER_DAY) {
    const day = new Date(time);
    const date = day.toISOString().slice(0, 10);
    const isWeekend = day.getUTCDay() % 6 === 0;
    if (!isWeekend && !HOLIDAYS[market].includes(date.slice(5))) days.push(date);
  }
  return days;
}
