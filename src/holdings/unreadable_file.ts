/** Error for a file from which no holdings can be read. Its message says why and what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** Error message for a damaged workbook file. */
export const DAMAGED = "it is damaged; download it again";

/** Message for a file that takes more memory than its parser has. */
export const TAKES_TOO_MUCH_MEMORY = asDownloaded("it takes more memory to read than the service allows");

/** Returns the error for an uploaded file that does not look like any statement of a brokerage. */
export function unlikeAnyStatement(what: string): UnreadableFile {
  return new UnreadableFile(asDownloaded(what));
}

/** Appends the advice to send the statement as downloaded to a description of a file's fault. */
export function asDownloaded(what: string): string {
  return `${what}; send the statement as it was downloaded`;
}
