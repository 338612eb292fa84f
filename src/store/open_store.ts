import type { Telemetry } from "../runtime/telemetry.ts";
import { DomainError } from "../domain/errors.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { Retention } from "../domain/retention.ts";
import { DEFAULT_DATABASE, HOSTED_DATABASE, isOfRuntime } from "../domain/hosted_database.ts";
import { bucketArtifactStore } from "./artifacts_s3.ts";
import { isAssignedDatabase } from "./assigned_database.ts";
import type { ObjectArtifactStore } from "./artifact_store.ts";
import { type ArtifactBucket, BucketRefused, objectsOfBucket } from "./bucket_objects.ts";
import { BucketOwner } from "./bucket_owner.ts";
import { type BucketReconciliation, bucketReconciliation } from "./bucket_reconciliation.ts";
import { closingEntry } from "./closed_store.ts";
import type { Sources, StoreContext } from "./context.ts";
import { type EncodedKv, encodedKv } from "./encoded_kv.ts";
import { inspectFile } from "./inspect_file.ts";
import { withKvDeadline } from "./kv_deadline.ts";
import { measuredKv } from "./measured_kv.ts";
import { type Repositories, repositories } from "./mod.ts";
import { isPostgresPath, shownAddress } from "./postgres/postgres_address.ts";
import { withRoomOnDisk } from "./room_on_disk.ts";
import { migrate } from "./schema_version.ts";
import { StoreError } from "./store_error.ts";
import { whenUnlocked } from "./transaction.ts";

export interface StoreOptions extends Sources {
  /**
   * Place of the store: a file, `:memory:`, the `postgres://` address of a database, the address of a KV Connect
   * server, or `hosted:` for the database that a hosted platform assigned.
   */
  readonly path: string;
  readonly planLimits: PlanLimits;
  /** Bucket for the bytes of artifacts; they are stored in KV if absent or null. */
  readonly artifactBucket?: ArtifactBucket | null;
  /** Metrics that the trips to the store are measured for; none if absent. */
  readonly telemetry?: Telemetry;
  /** How long runs are kept; for ever if absent. */
  readonly retention?: Retention | undefined;
  /** Whether the store becomes one of the installation that owns the bucket; false if absent. */
  readonly takesBucket?: boolean;
}

/** Type of an open store: all repositories, the comparison with its bucket, and a method that closes it. */
export interface Store extends Repositories {
  /** Comparison of the store with its bucket; null without a bucket. */
  readonly reconciliation: BucketReconciliation | null;
  close(): Promise<void>;
}

/**
 * Opens the store and migrates it to the latest schema version. Throws a `StoreError` with a message for the operator
 * if this fails, also for the bucket of another installation. A file that `inspectFile` refuses is not changed.
 */
export async function openStore(
  { path, planLimits, artifactBucket = null, takesBucket = false, retention, telemetry, clock, random }: StoreOptions,
): Promise<Store> {
  const isPostgres = isPostgresPath(path), isRemote = isPostgres || isOfRuntime(path) || /^https?:\/\//.test(path);
  const isFile = path !== ":memory:" && !isRemote;
  if (isFile) {
    await inspectFile(path);
    await makePrivateFile(path);
  }
  const opened = await openKv(path, { random, isRemote });
  const kv = telemetry === undefined ? opened : measuredKv(opened, telemetry);
  try {
    const announcesJobs = path === ":memory:" || isPostgres;
    const closing = isRemote && !isPostgres ? closingEntry({ clock }) : undefined;
    const context: StoreContext = { kv, clock, random, announcesJobs, mayLoseAnswers: isRemote, closingEntry: closing };
    await migrate(context);
    const artifactObjects = artifactBucket && await openBucket(context, artifactBucket, { takesBucket });
    const stored = repositories(context, { planLimits, artifactObjects, retention });
    await stored.maintenance.checkWritable();
    const reconciliation = artifactBucket && bucketReconciliation(context, objectsOfBucket(artifactBucket));
    return { ...stored, reconciliation, close: () => kv.close() };
  } catch (error) {
    await kv.close();
    throw storeErrorAt(path, error);
  }
}

/** Opens the bucket and checks that it belongs to the installation of the store, or takes it. */
async function openBucket(
  context: StoreContext,
  bucket: ArtifactBucket,
  { takesBucket }: { readonly takesBucket: boolean },
): Promise<ObjectArtifactStore> {
  const owner = new BucketOwner(context, objectsOfBucket(bucket));
  if (takesBucket) await owner.take();
  try {
    await owner.check();
  } catch (error) {
    // A bucket that is away at the start is checked before its first change.
    const refused = error instanceof Error ? error.cause : null;
    if (error instanceof StoreError) throw error;
    if (refused instanceof BucketRefused && !mayPass(refused)) throw new StoreError(refusalOfBucket(refused));
  }
  return bucketArtifactStore(context, bucket, { owner });
}

/** Whether a bucket may take later what it refuses now. */
function mayPass({ status }: BucketRefused): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Returns the sentence on a bucket that answers, and takes nothing. */
function refusalOfBucket({ code, message }: BucketRefused): string {
  const advice = code === "NoSuchBucket"
    ? "make the bucket, or correct its name and endpoint"
    : "correct its address and the credentials, which must be allowed to list, read, write and delete in it";
  return `Cannot use the bucket of ARTIFACTS_URL: ${message}; ${advice}`;
}

/**
 * Creates the file of the store so that only its owner may read it, and restricts its log files too. SQLite gives new
 * log files the mode of the file. Throws a `StoreError` if the file cannot be created.
 */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, create: true, mode: 0o600 })).close();
    for (const part of [path, `${path}-wal`, `${path}-shm`]) await closeToOthers(part);
  } catch (error) {
    throw storeErrorAt(path, error);
  }
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const { mode } = await Deno.stat(path);
    if (mode !== null && (mode & 0o077) !== 0) await Deno.chmod(path, 0o600);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function openKv(
  path: string,
  { random, isRemote }: { readonly random: Sources["random"]; readonly isRemote: boolean },
): Promise<EncodedKv> {
  try {
    if (isPostgresPath(path)) {
      // The driver is loaded only where it is needed.
      const { openPostgres } = await import("./postgres/open_postgres.ts");
      return await openPostgres(path);
    }
    const kv = await whenUnlocked(random, () => isOfRuntime(path) ? openAssigned(path) : Deno.openKv(path));
    // Only a remote KV gets a time limit per call, because a file does not go away.
    if (isRemote) return encodedKv(withKvDeadline(kv));
    return path === ":memory:" ? encodedKv(kv) : await withRoomOnDisk(encodedKv(kv), path);
  } catch (error) {
    throw storeErrorAt(path, error);
  }
}

async function openAssigned(path: string): Promise<Deno.Kv> {
  const kv = await Deno.openKv();
  try {
    // The probe gets a time limit like any other call, because a database that is away would not answer it.
    if (path !== HOSTED_DATABASE || await isAssignedDatabase(withKvDeadline(kv))) return kv;
    throw new StoreError(
      "Cannot find a database of this app: assign a Deno KV database to it in the settings of the platform. Where one " +
        `is assigned, KV_PATH=${DEFAULT_DATABASE} opens it unchecked`,
    );
  } catch (error) {
    kv.close();
    throw error;
  }
}

/** Returns the error of a store that cannot be used, with its address without secrets and the reason. */
export function storeErrorAt(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  // What a call of the service is told says nothing to the operator, but its cause does.
  const told = error instanceof DomainError && error.cause instanceof Error ? error.cause : error;
  const reason = told instanceof Error ? told.message : String(told);
  const shown = isPostgresPath(path) ? shownAddress(path) : path;
  return new StoreError(`Cannot use the store "${shown}": ${reason}`, { cause: error });
}
