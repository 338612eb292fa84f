import assert from "node:assert/strict";
import type { ObjectServer } from "../../tests/support/object_server.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { testWithBucket } from "../../tests/support/test_with_bucket.ts";
import { keys } from "./keys.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { openStore } from "./open_store.ts";
import { StoreError } from "./store_error.ts";

import { put, write } from "./transaction.ts";

const LARGE = new Uint8Array(100_000);

testWithBucket(
  "processes of one installation share its bucket, and the bucket of another one is refused at the start",
  async (context, server) => {
    await context.openAgain();
    await withStore(async (other) => {
      await assert.rejects(openedWith(other, server), refusesBucket);
      const store = await openedWith(other, server, { takesBucket: true });
      await store.close();
      await (await openedWith(other, server)).close();
    });
  },
);

testWithBucket(
  "a store that begins while its bucket is away still never writes to the bucket of another installation",
  async (_, server) => {
    await server.stop();
    await withStore(async (other) => {
      const store = await openedWith(other, server);
      const { account } = await accountWithCredentials(store);
      server.start();
      const refused = submittedJob(store, account.id, {}, { config: LARGE });
      await assert.rejects(refused, ({ code, cause }) => code === "not_ready" && refusesBucket(cause));
      assert.deepEqual(await server.keys(), []);
      await store.close();
    });
  },
);

testWithBucket("a bucket that does not exist is refused at the start, with what to do", async (_, server) => {
  await withStore(async (other) => {
    const bucket = { ...server.bucket, url: server.bucket.url.replace(/^s3:\/\/[^/?]+/, "s3://not-made") };
    await assert.rejects(openedWith(other, { bucket }), ({ name, message }) => {
      assert.equal(name, "StoreError");
      assert.match(message, /: it answered 404 \(NoSuchBucket\); make the bucket, or correct its name and endpoint$/);
      return true;
    });
  });
});

testWithBucket("a bucket that lost its mark becomes the store's own again", async (context, server) => {
  await server.delete("here/installation.json");
  await context.openAgain();
  await write(context, [put(keys.installation, "another")]);
  await assert.rejects(context.openAgain(), refusesBucket);
});

function refusesBucket(error: unknown): boolean {
  assert.ok(error instanceof StoreError, String(error));
  assert.match(
    error.message,
    /^Cannot use the bucket of ARTIFACTS_URL: it belongs to installation "\w+", and the store/,
  );
  return true;
}

async function openedWith(
  { path, clock, random }: TemporaryStore,
  { bucket: artifactBucket }: Pick<ObjectServer, "bucket">,
  { takesBucket = false }: { readonly takesBucket?: boolean } = {},
): ReturnType<typeof openStore> {
  return await openStore({ path, planLimits: PLAN_LIMITS, artifactBucket, takesBucket, clock, random });
}
