import assert from "node:assert/strict";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { adminInProcess, type Ran, withFolder } from "../../tests/support/admin_process.ts";
import { hasObjectServer, type ObjectBucket, objectBucket } from "../../tests/support/object_server.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials } from "../../tests/support/temporary_store.ts";

const LARGE = new Uint8Array(100_000).fill(32);

Deno.test("reconcile without a bucket exits with 2", () =>
  withFolder(async (folder) => {
    const { code, error } = await adminInProcess(["reconcile"], { DATA_DIR: folder });
    assert.deepEqual([code, error], [2, "Cannot compare the store with a bucket: ARTIFACTS_URL is not set\n"]);
  }));

Deno.test({
  name:
    "reconcile after the restore of a store names what its bucket has too much and too little, and takes its bucket",
  ignore: !hasObjectServer(),
  fn: () =>
    withFolder(async (folder) => {
      const server = await objectBucket(), run = (...args: string[]) => adminOn(server, { folder, args });
      const account = await withStoreAt(
        folder,
        null,
        async (store) => (await accountWithCredentials(store)).account.id,
      );
      const backup = await adminInProcess(["backup", `${folder}/before_the_bucket`], { DATA_DIR: folder });
      assert.equal(backup.code, 0);
      const early = await withStoreAt(folder, server, (store) => submittedJob(store, account, {}, { config: LARGE }));
      assert.deepEqual(await run("reconcile", "--read-all"), agreeing);
      assert.equal((await run("backup", `${folder}/copy`)).code, 0);
      await withStoreAt(folder, server, async (store) => {
        await submittedJob(store, account, {}, { config: LARGE.with(0, 33) });
        await store.jobs.cancel(account, early.id);
        await store.jobs.delete(account, early.id);
        await store.maintenance.sweep();
      });
      const [object = ""] = (await server.keys()).toSorted();
      await server.delete(object);
      assert.equal((await run("restore", `${folder}/copy`)).code, 0);
      const restored = await run("reconcile", "--mark-orphans");
      assert.equal(restored.code, 1);
      assert.match(
        restored.out,
        new RegExp(
          `^missing  acc_\\w+/\\w+/[0-9a-f]{64}  job_configs ${early.id}  1 objects  100000 bytes\n` +
            `orphaned  acc_\\w+/\\w+/  1 objects  100000 bytes\n` +
            "1 missing, 0 damaged, 1 orphaned, 0 foreign objects\n" +
            "The service deletes the orphaned objects in an hour\n$",
        ),
      );
      assert.equal(restored.error, "The bucket does not hold everything that the store names\n");
      assert.equal((await run("restore", `${folder}/before_the_bucket`)).code, 0);
      const refused = await run("reconcile");
      assert.equal(refused.code, 2);
      assert.match(refused.error, /^Cannot use the bucket of ARTIFACTS_URL: it belongs to installation "\w+"/);
      const taken = await run("reconcile", "--take-bucket");
      assert.match(taken.out, /\n0 missing, 0 damaged, 1 orphaned, 0 foreign objects\n$/);
      assert.deepEqual([taken.code, (await run("list-jobs")).code], [0, 0]);
    }),
});

const agreeing: Ran = { code: 0, out: "0 missing, 0 damaged, 0 orphaned, 0 foreign objects\n", error: "" };

async function adminOn(
  { bucket }: ObjectBucket,
  { folder, args }: { readonly folder: string; readonly args: readonly string[] },
): Promise<Ran> {
  const { url: ARTIFACTS_URL, accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = bucket;
  return await adminInProcess(args, { DATA_DIR: folder, ARTIFACTS_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
}

async function withStoreAt<Result>(
  folder: string,
  server: ObjectBucket | null,
  act: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({
    path: `${folder}/kv.sqlite3`,
    planLimits: PLAN_LIMITS,
    artifactBucket: server?.bucket ?? null,
    clock: systemClock,
    random: systemRandom,
  });
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
