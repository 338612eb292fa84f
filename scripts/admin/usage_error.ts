/** A command that cannot be run as it was given: exit code 2. */
export class UsageError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "UsageError";
  }
}
