import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";

const FIRST_PAGE = { limit: 10, cursor: null };

Deno.test(
  testInTurn(
    "each operation over KV Connect happens once, although the answer to the first try of every write is lost",
    async () => {
      await using server = kvConnectServer({ cutsFirstAnswers: true });
      const store = await open(server.path);
      try {
        const { account, session, key, client, refreshDigest } = await accountWithCredentials(store);
        await store.sessions.rotate(refreshDigest, "next");
        assert.ok(await store.sessions.authenticate(account.id, session.id), "the refresh ended its session");

        const jobs = [
          await submittedJob(store, account.id),
          await submittedJob(store, account.id, {}, { config: new Uint8Array(900_000) }),
        ];
        assert.equal((await store.meters.usage(account.id))[0].used, 2);
        const { items } = await store.jobs.listHistory(account.id, "optimization", {}, FIRST_PAGE);
        assert.deepEqual(
          items.map(({ id }) => id),
          jobs.map(({ id }) => id).toReversed(),
        );

        const lease = await store.jobQueue.claim(null);
        assert.deepEqual([lease?.jobId, lease?.attempt], [jobs[0].id, 1]);
        assert.equal((await store.jobs.get(account.id, jobs[1].id)).status, "queued");

        await store.apiKeys.delete(account.id, key.id);
        await store.apiClients.delete(account.id, client.id);
        await store.accounts.delete(account.id);
        assert.equal(await store.accounts.find(account.id), null);
        assert.ok(server.cuts >= 12, `${server.cuts} answers were lost: the test shows nothing`);
      } finally {
        store.close();
      }
    },
  ),
);

function open(path: string): Promise<Store> {
  return openStore({ path, planLimits: PLAN_LIMITS, clock: { now: () => Date.now() }, random: sourceOfChance() });
}
