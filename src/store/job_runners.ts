import type { Instant } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { put, remove, write } from "./transaction.ts";

/** A process that computes jobs, as it notes itself in the store. */
export interface JobRunnerNote {
  /** Largest counted work of a job that the process computes; null for no bound. */
  readonly workLimit: number | null;
  /** Time of the note, by the clock of the process that wrote it. */
  readonly notedAt: Instant;
}

/** A note as any process reads it. While its process is alive, `version` changes with every note. */
export interface JobRunnerSighting extends JobRunnerNote {
  readonly id: string;
  readonly version: string;
}

/**
 * Repository of the notes of processes that compute jobs. A note is small, and its process writes it again at most once
 * a minute. A process that ends deletes its note; `Maintenance.sweep` deletes that of a killed one a day later.
 */
export interface JobRunnerRepository {
  /** Notes that a process computes jobs up to its bound. */
  note(id: string, note: Pick<JobRunnerNote, "workLimit">): Promise<void>;
  /** Deletes the note of a process. */
  forget(id: string): Promise<void>;
  /** Lists the notes of all processes, also those of processes that were killed within the last day. */
  list(): Promise<readonly JobRunnerSighting[]>;
}

/** Creates the repository of the notes of processes that compute jobs, over one KV. */
export function jobRunnerRepository(context: StoreContext): JobRunnerRepository {
  const { kv, clock } = context;
  return {
    async note(id, { workLimit }) {
      await write(context, [put(keys.jobRunner(id), { workLimit, notedAt: clock.now() } satisfies JobRunnerNote)]);
    },
    async forget(id) {
      await write(context, [remove(keys.jobRunner(id))]);
    },
    async list() {
      const entries = await Array.fromAsync(kv.list<JobRunnerNote>({ prefix: keys.jobRunners }));
      return entries.map(({ key, value, versionstamp }) => ({
        id: String(key.at(-1)),
        ...value,
        version: versionstamp,
      }));
    },
  };
}
