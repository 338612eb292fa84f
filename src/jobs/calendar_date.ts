const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const parts = FORM.exec(text);
  if (parts === null) return false;
  const year = Number(parts[1]), month = Number(parts[2]), day = Number(parts[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
