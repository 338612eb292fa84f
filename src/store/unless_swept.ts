import { DomainError } from "../domain/errors.ts";

/**
 * Error for bytes that the sweep deleted before a record adopted them. This happens if the account was deleted, or if
 * by the clocks an hour passed between the write and the adoption.
 */
export class BytesSwept extends DomainError {
  /** Creates the error for a set of bytes, for example `chunk set 01K…`. */
  constructor(set: string) {
    super("not_ready", "The service cannot store anything now: try again later");
    this.name = "BytesSwept";
    this.cause = `Cannot use ${set}: the sweep has deleted it`;
  }
}

const WRITES_AT_MOST = 5;

/**
 * Runs a callback that writes and adopts bytes in chunks or in the bucket, and repeats it if the sweep deleted them in
 * between. Throws `not_ready` after five attempts.
 */
export async function unlessSwept<Result>(writeAndAdopt: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < WRITES_AT_MOST; attempt++) {
    try {
      return await writeAndAdopt();
    } catch (error) {
      if (!(error instanceof BytesSwept)) throw error;
    }
  }
  return await writeAndAdopt();
}
