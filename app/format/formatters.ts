/** Formatters that were made, by their languages and options: to make one takes far longer than to use it. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of numbers for languages and options, the same one each time. */
export function numberFormatter(locales: readonly string[], options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, [locales, options], () => new Intl.NumberFormat([...locales], options));
}

/** Returns the formatter of days and times for languages and options, the same one each time. */
export function dateFormatter(
  locales: readonly string[],
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return kept(dates, [locales, options], () => new Intl.DateTimeFormat([...locales], options));
}

function kept<Formatter>(made: Map<string, Formatter>, of: readonly unknown[], make: () => Formatter): Formatter {
  const key = JSON.stringify(of), known = made.get(key);
  if (known !== undefined) return known;
  const formatter = make();
  made.set(key, formatter);
  return formatter;
}
