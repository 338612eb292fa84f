/** A file from which no holdings can be read: the sentence says why, and what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** What is said of a file that is not as it was written. */
export const DAMAGED = "it is damaged; download it again";

/** What is said of a file that takes more memory than its reader has. */
export const TAKES_TOO_MUCH_MEMORY = asDownloaded("it takes more memory to read than there is for it");

/** The refusal of a file as no brokerage hands one out. */
export function unlikeAnyStatement(what: string): UnreadableFile {
  return new UnreadableFile(asDownloaded(what));
}

/** What is wrong with such a file, and what to do. */
export function asDownloaded(what: string): string {
  return `${what}; send the statement as it was downloaded`;
}
