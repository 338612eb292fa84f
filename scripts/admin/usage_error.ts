/** Error for a command line that cannot be run as given. The process exits with code 2. */
export class UsageError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "UsageError";
  }
}
