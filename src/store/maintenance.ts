/** What cleans up behind operations. Safe to run at any time, by any number of processes, and to be killed at any line. */
export interface Maintenance {
  /** Deletes what removed accounts and API clients owned, orphaned chunks and past windows of rate limits; the number of entries. */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Resolves when the store can be written; throws otherwise. */
  checkWritable(): Promise<void>;
}
