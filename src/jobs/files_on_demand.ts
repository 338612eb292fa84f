import type { FileMakers } from "../computations/file_makers.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { Artifact, StoredArtifact } from "../domain/artifact.ts";
import { isYetToMake, SPREADSHEET_MEDIA_TYPE, spreadsheetOf, SPREADSHEETS } from "../domain/spreadsheets.ts";
import type { ArtifactRepository, ReadableArtifact } from "../store/artifacts.ts";
import type { JobRepository } from "../store/jobs.ts";
import { unlessAway } from "../store/unless_away.ts";
import { AccountTurns, TurnGivenUp, type TurnLimits, type TurnWork } from "./account_turns.ts";
import { documentBytes } from "./read_document.ts";
import type { WorkerPool } from "./worker_pool.ts";

/** Limits for making files. The largest spreadsheet takes a few seconds of a worker. */
const LIMITS: TurnLimits = { atOnce: 1, computingMs: 60_000, waitingMs: 30_000, ofAccount: 16, inAll: 64 };

/** Description of a file that a job has although it is not made yet: its size and its digest are not known. */
export type FileToMake = Pick<StoredArtifact, "name" | "mediaType" | "createdAt">;

export interface FilesOnDemandParts {
  readonly jobs: Pick<JobRepository, "get" | "addFile">;
  readonly artifacts: Pick<ArtifactRepository, "find" | "list" | "write">;
  readonly pool: Pick<WorkerPool<FileMakers>, "run" | "warm">;
}

/**
 * Makes the files of finished jobs that are made only when somebody asks for them, and stores them. Requests for the
 * same file wait for one making. If the process is killed meanwhile, the next request makes the file.
 */
export class FilesOnDemand {
  readonly #parts: FilesOnDemandParts;
  readonly #turns: AccountTurns;
  /** Files that are being made, by the id of their job. */
  readonly #making = new Map<JobId, Promise<void>>();

  constructor(parts: FilesOnDemandParts, limits: Partial<TurnLimits> = {}) {
    this.#parts = parts;
    this.#turns = new AccountTurns({ ...LIMITS, ...limits }, (workers) => parts.pool.warm(workers));
  }

  /** Lists the files that a job has beside its stored ones. */
  yetToMake(
    { kind, status, finishedAt }: Pick<Job, "kind" | "status" | "finishedAt">,
    stored: readonly StoredArtifact[],
  ): readonly FileToMake[] {
    const made = spreadsheetOf(kind);
    if (made === null || status !== "succeeded" || finishedAt === null || !isYetToMake(made, stored)) return [];
    return [{ name: made.name, mediaType: SPREADSHEET_MEDIA_TYPE, createdAt: finishedAt }];
  }

  /**
   * Finds a file of a job, and makes and stores it first if it is one that is yet to be made. Null if the job has no
   * such file. Throws `not_ready` if too many files are being made, and `not_found` if the job is deleted meanwhile.
   */
  async find(accountId: AccountId, jobId: JobId, name: string): Promise<ReadableArtifact | null> {
    const { jobs, artifacts } = this.#parts;
    const found = await artifacts.find(accountId, jobId, name);
    if (found !== null || !NAMES.has(name)) return found;
    const job = await jobs.get(accountId, jobId);
    const files = this.yetToMake(job, await artifacts.list(accountId, jobId));
    if (!files.some((file) => file.name === name)) return null;
    await this.#made(job, accountId);
    return await artifacts.find(accountId, jobId, name);
  }

  #made({ id, kind }: Pick<Job, "id" | "kind">, accountId: AccountId): Promise<void> {
    const known = this.#making.get(id);
    if (known !== undefined) return known;
    const making = this.#make({ id, kind }, accountId).finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }

  async #make({ id, kind }: Pick<Job, "id" | "kind">, accountId: AccountId): Promise<void> {
    const { jobs, artifacts } = this.#parts, made = spreadsheetOf(kind);
    if (made === null) return;
    const file = await this.#inTurn(accountId, async (signal) => {
      // The documents are read only in the account's turn, because they may be large.
      const place = { accountId, jobId: id, absent: "not_found" } as const;
      const document = await unlessAway(() => documentBytes(artifacts, { name: made.document }, place));
      const section = made.section === null ? null : await artifacts.find(accountId, id, made.section);
      const sectionBytes = section && await unlessAway(() => bytesOf(section));
      const inputs = { kind, name: made.name, document, section: sectionBytes };
      return await this.#parts.pool.run("spreadsheet", inputs, { signal });
    });
    await jobs.addFile(await unlessAway(() => artifacts.write(accountId, id, [file])));
  }

  async #inTurn(accountId: AccountId, work: TurnWork<Artifact>): Promise<Artifact> {
    try {
      // The making goes on when who asked first has gone, because others may wait for it.
      return await this.#turns.take(accountId, work, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof TurnGivenUp)) throw error;
      throw new DomainError("not_ready", "The service cannot make this file now: try again later");
    }
  }
}

/** Names of all files that are made on demand. */
const NAMES: ReadonlySet<string> = new Set(Object.values(SPREADSHEETS).map(({ name }) => name));

async function bytesOf(file: ReadableArtifact): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(file.stream()).bytes();
}
