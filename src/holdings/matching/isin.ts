/** Of an Indian company's or fund's: country, issuer, kind of security, serial number, check digit. */
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/** Of debt: debentures, bonds, commercial paper, securitised debt, certificates of deposit. */
const DEBT_OF_COMPANY = /^INE.{4}(07|08|14|15|16)/;
/** Of the Union and of the states. */
const DEBT_OF_GOVERNMENT = /^IN[0-7]/;

/** Whether a text has the form of an ISIN (ISO 6166). */
export function isIsin(text: string): boolean {
  return ISIN.test(text);
}

/** Whether an ISIN is of a bond. Kinds of security as the National Securities Depository numbers them. */
export function isBond(isin: string): boolean {
  return DEBT_OF_COMPANY.test(isin) || DEBT_OF_GOVERNMENT.test(isin);
}

/** Whether two ISINs are of one kind of security of one issuer, as where a share has been split since. */
export function areOfOneIssue(a: string, b: string): boolean {
  return a.slice(0, 9) === b.slice(0, 9);
}
