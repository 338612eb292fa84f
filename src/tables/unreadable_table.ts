/** Error for a file from which no table can be read. Its message completes the sentence `Cannot read "<file>": …`. */
export class UnreadableTable extends Error {
  override readonly name = "UnreadableTable";
}
