const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/;

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const parts = FORM.exec(text);
  if (parts === null) return false;
  const year = Number(parts[1]), month = Number(parts[2]), day = Number(parts[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** The day of a date that carries midnight, as programs of tables write it; any other text as it is. */
export function dayOf(text: string): string {
  return text.replace(MIDNIGHT, "");
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
