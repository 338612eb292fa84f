/**
 * Regular expression for the form of an ISIN. An Indian ISIN holds the country, issuer, kind of security, serial number
 * and check digit.
 */
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/**
 * Regular expression for ISINs of Indian company debt: debentures, bonds, commercial paper, securitised debt and
 * certificates of deposit.
 */
const DEBT_OF_COMPANY = /^INE.{4}(07|08|14|15|16)/;
/** Regular expression for ISINs of government debt of the Indian Union and states. */
const DEBT_OF_GOVERNMENT = /^IN[0-7]/;

/** Whether a text has the form of an ISIN (ISO 6166). The check digit is not verified. */
export function isIsin(text: string): boolean {
  return ISIN.test(text);
}

/** Whether an ISIN belongs to a bond, by the National Securities Depository's numbers for kinds of security. */
export function isBond(isin: string): boolean {
  return DEBT_OF_COMPANY.test(isin) || DEBT_OF_GOVERNMENT.test(isin);
}

/** Whether two ISINs share the issuer and kind of security, as before and after a share split. */
export function areOfOneIssue(a: string, b: string): boolean {
  return a.slice(0, 9) === b.slice(0, 9);
}
