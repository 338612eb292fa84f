import type { AccountId, JobId } from "../../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { systemRandom } from "../../../src/runtime/random.ts";
import type { ReadableArtifact } from "../../../src/store/artifacts.ts";
import { openStore, type Store } from "../../../src/store/open_store.ts";
import { kvConnectServer } from "../../../tests/support/kv_connect_server.ts";
import { hasPostgres, startPostgres } from "../../../tests/support/postgres_server.ts";
import { submittedJob } from "../../../tests/support/submitted_job.ts";
import { keyOfNewAccount } from "../account_key.ts";
import { medianOf } from "../quantile_of.ts";
import type { Figure, Promised, ServiceAnswer, ServiceRow } from "../row.ts";

const BYTES = 6_000_000;
const ROUNDS = 21;
const AT_MOST_MS = 150;
/** Milliseconds by which the denokv server delays each answer that holds a value of over a kilobyte. */
const DENOKV_DELAY_MS = 44;
const NAME = "result.json";

/** Benchmark row of reading a stored result of 6 MB, from each kind of store. */
export const largeResults: ServiceRow = { id: "store: a result of 6 MB", measure };

async function measure(): Promise<ServiceAnswer> {
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  const answers = [await measuredAt("file", `${folder}/kv.sqlite3`)];
  await Deno.remove(folder, { recursive: true });
  {
    await using server = kvConnectServer({ delaysLargeAnswersMs: DENOKV_DELAY_MS });
    answers.push(await measuredAt("KV Connect", server.path));
  }
  if (hasPostgres()) {
    await using server = await startPostgres();
    answers.push(await measuredAt("PostgreSQL", server.path("bench")));
  }
  return { figures: answers.flatMap(({ figures }) => figures), promises: answers.flatMap(({ promises }) => promises) };
}

async function measuredAt(place: string, path: string): Promise<{ figures: Figure[]; promises: Promised[] }> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  try {
    const { accountId } = await keyOfNewAccount(store, "person@example.com");
    const began = performance.now();
    const jobId = await storedResult(store, accountId);
    const wroteMs = performance.now() - began;
    const read = async (streamOf: (file: ReadableArtifact) => AsyncIterable<Uint8Array>): Promise<number> => {
      const durations: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        durations.push(await readingMs(store, { accountId, jobId }, streamOf));
      }
      return medianOf(durations);
    };
    const promised = async (form: string, streamOf: (file: ReadableArtifact) => AsyncIterable<Uint8Array>) => ({
      name: `${place}, ${form}`,
      value: await read(streamOf),
      unit: "ms" as const,
      at_most: AT_MOST_MS,
    });
    return {
      figures: [{ name: `${place}, written`, value: wroteMs, unit: "ms" }],
      promises: [
        await promised("decompressed", (file) => file.stream()),
        await promised("as stored", (file) => file.gzip?.stream() ?? file.stream()),
      ],
    };
  } finally {
    await store.close();
  }
}

async function readingMs(
  { artifacts }: Store,
  { accountId, jobId }: { readonly accountId: AccountId; readonly jobId: JobId },
  streamOf: (file: ReadableArtifact) => AsyncIterable<Uint8Array>,
): Promise<number> {
  const began = performance.now();
  const file = await artifacts.find(accountId, jobId, NAME);
  if (file === null) throw new Error(`Cannot find ${NAME}`);
  let bytes = 0;
  for await (const part of streamOf(file)) bytes += part.length;
  if (bytes < BYTES / 10) throw new Error(`Cannot read ${NAME}: only ${bytes} bytes came`);
  return performance.now() - began;
}

/** Stores a result of 6 MB of numbers for a run of its own, and returns the id of the run. */
async function storedResult(store: Store, accountId: AccountId): Promise<JobId> {
  const { id } = await submittedJob(store, accountId);
  const lease = await store.jobQueue.claim(null);
  if (lease === null || !await store.jobQueue.beginUpload(lease)) throw new Error("Cannot claim the run");
  const content = textOfNumbers();
  const set = await store.artifacts.write(accountId, id, [{ name: NAME, mediaType: "application/json", content }]);
  if (!await store.jobQueue.succeed(lease, set)) throw new Error("Cannot store the result");
  return id;
}

function textOfNumbers(): Uint8Array<ArrayBuffer> {
  const parts: string[] = [];
  let state = 1;
  for (let length = 0; length < BYTES; length += 18) {
    state = (state * 16_807) % 2_147_483_647;
    parts.push((state / 2_147_483_647).toFixed(15));
  }
  return new TextEncoder().encode(JSON.stringify(parts).slice(0, BYTES));
}
