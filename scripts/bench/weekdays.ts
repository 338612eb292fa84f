/** Returns the given number of weekdays from 2010-01-04 on, as `YYYY-MM-DD`, for synthetic prices. */
export function weekdays(count: number): string[] {
  const dates: string[] = [];
  for (const day = new Date("2010-01-04T00:00:00Z"); dates.length < count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (day.getUTCDay() % 6 !== 0) dates.push(day.toISOString().slice(0, 10));
  }
  return dates;
}
