/**
 * Returns the number that a person wrote; null for a text that is none. A decimal comma is taken like a point, `10 %`
 * is 0.1, and blanks and signs that group thousands are left out where they cannot be meant otherwise.
 */
export function writtenNumber(text: string): number | null {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, "").replace(/^\u2212/, "-");
  const isPercent = compact.endsWith("%");
  const digits = withPoint(isPercent ? compact.slice(0, -1) : compact);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return null;
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  // Dividing decimal digits keeps 10 % as 0.1 and 12.5 % as 0.125, as a person means them.
  return isPercent ? Number((value / 100).toPrecision(15)) : value;
}

/** Returns digits with a point for their decimal mark, and without marks of thousands. */
function withPoint(digits: string): string {
  const comma = digits.lastIndexOf(","), point = digits.lastIndexOf(".");
  if (comma < 0) return digits;
  if (point > comma) return digits.replaceAll(",", "");
  if (point >= 0) return digits.replaceAll(".", "").replace(",", ".");
  return /,.*,/.test(digits) ? digits.replaceAll(",", "") : digits.replace(",", ".");
}
