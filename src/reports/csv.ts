/**
 * Writes rows as CSV (RFC 4180, lines end in CRLF). Text that a spreadsheet would take for a formula gets an apostrophe
 * before it; numbers keep every digit, and null is an empty field.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => row.map(field).join(",") + "\r\n").join("");
}

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
