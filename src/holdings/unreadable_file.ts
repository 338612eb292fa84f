/** A file from which no holdings can be read: the sentence says why, and what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}
