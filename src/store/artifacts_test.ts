import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { Artifact } from "../domain/artifact.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { hasObjectServer, type ObjectBucket, objectBucket } from "../../tests/support/object_server.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { inTime } from "../../tests/support/until.ts";
import { chunkedArtifactStore } from "./artifacts_kv.ts";
import { objectsOfBucket } from "./bucket_objects.ts";
import { bucketArtifactStore } from "./artifacts_s3.ts";
import { artifactRepository, type ArtifactSet, storedFile } from "./artifacts.ts";
import { repositories } from "./mod.ts";
import { remove, transaction, write } from "./transaction.ts";

const HOUR_MS = 3_600_000;
const JOB = jobIdOf("run_01K00000000000000000000001");
const HAS_OBJECT_SERVER = hasObjectServer();

// deno-lint-ignore no-console
if (!HAS_OBJECT_SERVER) console.warn("moto's server is not installed: artifacts in a bucket are not tested");

/** Type for tests: a place for artifact bytes, KV or a bucket, on which the artifact tests run. */
interface Place {
  readonly name: string;
  readonly ignore: boolean;
  with(test: (context: TemporaryStore, server: ObjectBucket | null) => Promise<void>): Promise<void>;
}

const PLACES: readonly Place[] = [
  { name: "KV", ignore: false, with: (test) => withStore((context) => test(context, null)) },
  {
    name: "a bucket",
    ignore: !HAS_OBJECT_SERVER,
    async with(test) {
      const server = await objectBucket();
      await withStore((context) => test(context, server), { artifactBucket: server.bucket });
    },
  },
];

const ARTIFACTS: readonly Artifact[] = [
  { name: "result.json", mediaType: "application/json", content: bytesOf(200_000, 3) },
  { name: "empty.csv", mediaType: "text/csv", content: new Uint8Array(0) },
  { name: "charts/weights.svg", mediaType: "image/svg+xml", content: bytesOf(70_000, 5) },
  { name: "covariance.bin", mediaType: "application/octet-stream", content: bytesOf(200_000, 7) },
];

for (const place of PLACES) {
  Deno.test({
    name: `artifacts in ${place.name} are read back unchanged, with their sizes and digests`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context) => {
        const { accountId } = await written(context);
        const { artifacts } = context.store;
        const known = await artifacts.list(accountId, JOB);
        assert.deepEqual(known.map(({ name, bytes }) => [name, bytes]), [
          ["result.json", 200_000],
          ["empty.csv", 0],
          ["charts/weights.svg", 70_000],
          ["covariance.bin", 200_000],
        ]);
        assert.equal(known[1].sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        for (const { name, content } of ARTIFACTS) {
          assert.deepEqual(await readAll(context, accountId, name), content, name);
        }
      }),
  });

  Deno.test({
    name: `texts in ${place.name} are stored once as gzip, which decompresses to them, and other files as they are`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        const { accountId, set } = await written(context);
        for (const { name, content } of ARTIFACTS) {
          const gzip = (await context.store.artifacts.find(accountId, JOB, name))?.gzip ?? null;
          assert.equal(gzip !== null, ["result.json", "charts/weights.svg"].includes(name), name);
          if (gzip === null) continue;
          const bytes = await new Response(gzip.stream()).bytes();
          assert.deepEqual([bytes.length, new Uint8Array(gunzipSync(bytes))], [gzip.bytes, content]);
          assert.ok(bytes.length < content.length / 2);
        }
        const names = (await server?.keys() ?? []).map((key) => key.split("/").slice(3).join("/"));
        const expected = ["charts/weights.svg.gz", "covariance.bin", "empty.csv", "result.json.gz"];
        assert.deepEqual(names.toSorted(), server === null ? [] : expected);
        assert.deepEqual(set.artifacts.map((artifact) => storedFile(artifact).name).toSorted(), expected);
      }),
  });

  Deno.test({
    name: `artifacts that an earlier version stored in ${place.name} are read and released as before`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        const { account: { id: accountId } } = await accountWithCredentials(context.store);
        const bucket = server && bucketArtifactStore(context, server.bucket);
        const location = await (bucket ?? chunkedArtifactStore(context)).write(accountId, ARTIFACTS);
        const artifacts = ARTIFACTS.map(({ name, mediaType, content: { length } }) => ({
          ...{ name, mediaType, bytes: length, sha256: "", createdAt: 0 },
        }));
        await adopt(context, { id: "01K", accountId, jobId: JOB, location, artifacts });
        for (const { name, content } of ARTIFACTS) {
          assert.deepEqual(await readAll(context, accountId, name), content, name);
          assert.equal((await context.store.artifacts.find(accountId, JOB, name))?.gzip, null);
        }
        await transaction(context, async (read) => ({
          ...await context.store.artifacts.release(read, accountId, JOB),
          result: null,
        }));
        context.clock.nowMs += HOUR_MS;
        await context.store.maintenance.sweep();
        await checkNothingLeft(context, server);
      }),
  });

  Deno.test({
    name: `a byte range of an artifact in ${place.name} gives exactly those bytes`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context) => {
        const { accountId } = await written(context);
        const { name, content } = ARTIFACTS[2];
        for (const [start, end] of [[0, 1], [69_999, 70_000], [0, 70_000], [40_000, 50_000], [5, 5]]) {
          assert.deepEqual(await readAll(context, accountId, name, { start, end }), content.slice(start, end));
        }
      }),
  });

  Deno.test({
    name: `artifacts in ${place.name} are not found through another account or another job`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context) => {
        const { accountId } = await written(context);
        const { account: other } = await accountWithCredentials(context.store, "bob@example.com");
        const { artifacts } = context.store;
        assert.equal(await artifacts.find(other.id, JOB, "result.json"), null);
        assert.deepEqual(await artifacts.list(other.id, JOB), []);
        assert.deepEqual(await artifacts.list(accountId, jobIdOf("run_01K00000000000000000000002")), []);
        assert.equal(await artifacts.find(accountId, JOB, "charts"), null);
      }),
  });

  Deno.test({
    name: `artifacts in ${place.name} that no job adopts within an hour are deleted, and cannot be adopted afterwards`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        const { account } = await accountWithCredentials(context.store);
        const set = await context.store.artifacts.write(account.id, JOB, ARTIFACTS);
        context.clock.nowMs += HOUR_MS - 1;
        await context.store.maintenance.sweep();
        await assert.rejects(checkNothingLeft(context, server), /bytes are there/);
        context.clock.nowMs += 1;
        await context.store.maintenance.sweep();
        await checkNothingLeft(context, server);
        await assert.rejects(adopt(context, set), /the sweep has deleted it|cannot store anything now/);
        assert.deepEqual(await context.store.artifacts.list(account.id, JOB), []);
      }),
  });

  Deno.test({
    name: `artifacts in ${place.name} of a job survive sweeps, and are deleted after the job releases them`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        const { accountId } = await written(context);
        const { artifacts, maintenance } = context.store;
        context.clock.nowMs += 10 * HOUR_MS;
        await maintenance.sweep();
        assert.equal((await readAll(context, accountId, "result.json"))?.length, 200_000);
        await transaction(context, async (read) => ({
          ...await artifacts.release(read, accountId, JOB),
          result: null,
        }));
        assert.equal(await artifacts.find(accountId, JOB, "result.json"), null);
        context.clock.nowMs += HOUR_MS;
        await maintenance.sweep();
        await checkNothingLeft(context, server);
        assert.deepEqual((await context.list()).filter((key) => key.includes("artifact")), []);
      }),
  });

  Deno.test({
    name: `artifacts in ${place.name} of a deleted account are deleted by the next sweep`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        const { accountId } = await written(context);
        await context.store.accounts.delete(accountId);
        await context.store.maintenance.sweep();
        await checkNothingLeft(context, server);
        assert.deepEqual((await context.list()).filter((key) => key.includes(accountId)), []);
      }),
  });

  Deno.test({
    name: `no artifacts are written to ${place.name} for an account that does not exist`,
    ignore: place.ignore,
    fn: () =>
      place.with(async (context, server) => {
        await assert.rejects(context.store.artifacts.write(accountIdOf("acc_1"), JOB, ARTIFACTS), {
          code: "not_found",
        });
        await checkNothingLeft(context, server);
      }),
  });
}

Deno.test("reading an artifact with a missing chunk fails instead of giving fewer bytes", () =>
  withStore(async (context) => {
    const { accountId, set } = await written(context);
    assert.ok(set.location.kind === "chunks");
    await write(context, [remove(["owned", accountId, "chunks", set.location.set.id, 1])]);
    await assert.rejects(readAll(context, accountId, "covariance.bin"), /it is gone/);
  }));

Deno.test("reading a byte range of an artifact reads only the chunks that hold it", () =>
  withStore(async (context) => {
    const { accountId } = await written(context);
    const reads: string[] = [];
    const kv = new Proxy(context.kv, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          if (name === "getMany") reads.push(...[values[0]].flat().map((key) => JSON.stringify(key)));
          return member.apply(target, values);
        };
      },
    });
    const found = await artifactRepository({ ...context, kv }, null).find(accountId, JOB, "covariance.bin");
    const stream = found?.stream({ start: 130_000, end: 130_010 });
    assert.deepEqual(await new Response(stream).bytes(), ARTIFACTS[3].content.slice(130_000, 130_010));
    assert.deepEqual(reads.map((key) => key.split(",").at(-1)), ["2]"]);
  }));

Deno.test({
  name: "artifacts stored in KV can still be read once a bucket is configured",
  ignore: !HAS_OBJECT_SERVER,
  async fn() {
    const server = await objectBucket();
    await withStore(async (context) => {
      const { account: { id: accountId } } = await accountWithCredentials(context.store);
      await adopt(context, await artifactRepository(context, null).write(accountId, JOB, ARTIFACTS));
      assert.deepEqual(await readAll(context, accountId, "charts/weights.svg"), ARTIFACTS[2].content);
      assert.deepEqual(await server.keys(), []);
    }, { artifactBucket: server.bucket });
  },
});

Deno.test({
  name: "bucket objects of jobs and accounts deleted by a process without the bucket are deleted by one that has it",
  ignore: !HAS_OBJECT_SERVER,
  async fn() {
    const server = await objectBucket();
    await withStore(async (context) => {
      const { accountId } = await written(context);
      const other = (await accountWithCredentials(context.store, "bob@example.com")).account.id;
      await adopt(context, await context.store.artifacts.write(other, JOB, ARTIFACTS));
      const without = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
      await transaction(context, async (read) => ({
        ...await without.artifacts.release(read, other, JOB),
        result: null,
      }));
      await context.store.accounts.delete(accountId);
      for (let sweeps = 0; sweeps < 3; sweeps++) {
        await without.maintenance.sweep();
        context.clock.nowMs += HOUR_MS;
      }
      assert.equal((await server.keys()).length, 2 * ARTIFACTS.length, "it cannot delete them itself");
      await context.store.maintenance.sweep();
      await checkNothingLeft(context, server);
    }, { artifactBucket: server.bucket });
  },
});

Deno.test("a download fails if the bucket does not begin to answer in time", async () => {
  const over = Promise.withResolvers<Response>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => over.promise);
  await withStore(async (context) => {
    const url = `s3://artifacts?endpoint=http://127.0.0.1:${server.addr.port}`;
    const bucket = { url, accessKeyId: "id", secretAccessKey: "secret", sessionToken: null, region: null };
    const objects = bucketArtifactStore(context, bucket, { beginsWithinMs: 200 });
    const set = { id: "01K", accountId: accountIdOf("acc_1") };
    const stream = objects.stream({ kind: "objects", set }, { name: "result.json", offset: 0 }, { start: 0, end: 20 });
    await assert.rejects(new Response(stream).bytes(), /it did not answer for 200 ms/);
  });
  over.resolve(new Response());
});

Deno.test("a download fails if the bucket stalls in the middle of a body, and its connection is closed", async () => {
  const { promise: leftAlone, resolve: leave } = Promise.withResolvers<void>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)), cancel: leave });
    return new Response(body, { status: 206 });
  });
  await withStore(async (context) => {
    const url = `s3://artifacts?endpoint=http://127.0.0.1:${server.addr.port}`;
    const bucket = { url, accessKeyId: "id", secretAccessKey: "secret", sessionToken: null, region: null };
    const objects = bucketArtifactStore(context, bucket, { silentAtMostMs: 200 });
    const set = { id: "01K", accountId: accountIdOf("acc_1") };
    const stream = objects.stream({ kind: "objects", set }, { name: "result.json", offset: 0 }, { start: 0, end: 20 });
    const read = new Response(stream).bytes();
    await assert.rejects(inTime(read, () => "the end of the download"), /the bucket sent no byte for 200 ms/);
    await inTime(leftAlone, () => "the connection to be let go");
  });
});

Deno.test("a redirect by the bucket is not followed", async () => {
  let followed = false;
  await using elsewhere = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    followed = true;
    return new Response("0123456789", { status: 206 });
  });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    return Response.redirect(`http://127.0.0.1:${elsewhere.addr.port}/`, 307);
  });
  await withStore(async (context) => {
    const url = `s3://artifacts?endpoint=http://127.0.0.1:${server.addr.port}`;
    const bucket = { url, accessKeyId: "id", secretAccessKey: "secret", sessionToken: null, region: null };
    const set = { id: "01K", accountId: accountIdOf("acc_1") };
    const objects = bucketArtifactStore(context, bucket);
    const stream = objects.stream({ kind: "objects", set }, { name: "result.json", offset: 0 }, { start: 0, end: 10 });
    await assert.rejects(new Response(stream).bytes(), /it answered 307/);
  });
  assert.equal(followed, false);
});

Deno.test({
  name: "writing to a missing bucket fails with the status that it answered",
  ignore: !HAS_OBJECT_SERVER,
  async fn() {
    const server = await objectBucket();
    const objects = objectsOfBucket({ ...server.bucket, url: server.bucket.url.replace("artifacts", "missing") });
    await assert.rejects(objects.put("a", new Uint8Array(1), "text/csv"), {
      message: /^Cannot write a in the bucket of artifacts: it answered 404 \(NoSuchBucket\)$/,
    });
  },
});

async function written(context: TemporaryStore): Promise<{ accountId: AccountId; set: ArtifactSet }> {
  const { account } = await accountWithCredentials(context.store);
  const set = await context.store.artifacts.write(account.id, JOB, ARTIFACTS);
  await adopt(context, set);
  return { accountId: account.id, set };
}

async function adopt(context: TemporaryStore, set: ArtifactSet): Promise<void> {
  await transaction(context, async (read) => ({ ...await context.store.artifacts.adopt(read, set), result: null }));
}

async function readAll(
  { store }: TemporaryStore,
  accountId: AccountId,
  name: string,
  range?: { start: number; end: number },
): Promise<Uint8Array | null> {
  const found = await store.artifacts.find(accountId, JOB, name);
  return found && await new Response(found.stream(range)).bytes();
}

/** Fails if any chunk, marker or bucket object of an artifact remains. */
async function checkNothingLeft(context: TemporaryStore, server: ObjectBucket | null): Promise<void> {
  const chunks = (await context.list()).filter((key) => /chunk|object_set/.test(key));
  assert.deepEqual([chunks, await server?.keys() ?? []], [[], []], "bytes are there");
}

function bytesOf(length: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 251);
}
