/** Error inside a search for columns. Its message says why the columns of a table are not known. */
export class NotKnown extends Error {
  override readonly name = "NotKnown";
}
