import assert from "node:assert/strict";
import type { AccountId } from "../domain/identifier.ts";
import { PLAN_LIMITS, planLimits } from "../domain/plan.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, mailTo, signUpOf, withStore } from "../../tests/support/temporary_store.ts";
import { usedMeters } from "../../tests/support/used_meters.ts";

Deno.test("the usage of a month begins at zero, with the limits of the plan and a reset at the end of the month", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const resetsAt = Date.UTC(2026, 5, 1);
    assert.deepEqual(
      await store.meters.usage(account.id),
      usedMeters().map((meter) => ({ ...meter, resetsAt })),
    );
    await store.accounts.setPlan(account.id, "pro");
    assert.deepEqual(
      await store.meters.usage(account.id),
      usedMeters({}, "pro").map((meter) => ({ ...meter, resetsAt })),
    );
  }));

Deno.test("an accepted job counts on the meter of its kind, only in the month of its acceptance", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    await submittedJob(store, account.id, { kind: "backtest" });
    const used = async () =>
      Object.fromEntries(
        (await store.meters.usage(account.id)).flatMap(({ name, used }) => used > 0 ? [[name, used]] : []),
      );
    assert.deepEqual(await used(), { optimization_runs: 1, backtest_runs: 1 });
    clock.nowMs = Date.UTC(2026, 5, 1) - 1;
    assert.deepEqual(await used(), { optimization_runs: 1, backtest_runs: 1 });
    clock.nowMs += 1;
    assert.deepEqual(await used(), {});
  }));

Deno.test("of parallel submissions in two processes exactly as many as the plan's limit are accepted", () => {
  const limits = planLimits({ free: { optimization_runs: 7, backtest_runs: null } });
  return withStore(async ({ store, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submittedJob(stores[index % 2], account.id)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(refused.length, 13);
    assert.ok(refused.every(({ reason }) => reason.code === "quota_exceeded"));
    // The expected wait runs from noon of 20 May to 1 June, when the monthly meters start again.
    assert.equal(refused[0].reason.retryAfterSeconds, 11.5 * 86_400);
    const [optimizations, , backtests] = await store.meters.usage(account.id);
    assert.equal(optimizations.used, 7);
    assert.equal(backtests.limit, null);
    for (let index = 0; index < 60; index++) await submittedJob(store, account.id, { kind: "backtest" });
    assert.equal(PLAN_LIMITS.free.backtest_runs, 50);
  }, { planLimits: limits });
});

Deno.test("an e-mail address that deletes its account and signs up again keeps the meters of the month, and no older ones", () =>
  withStore(async ({ store, clock }) => {
    const { account, user } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    await submittedJob(store, account.id, { kind: "backtest" });
    const usedBy = async (id: AccountId) => (await store.meters.usage(id)).map(({ used }) => used);
    const again = async (email: string): Promise<AccountId> =>
      (await store.accounts.signUp({
        ...signUpOf(email),
        verification: { digest: `again ${clock.nowMs}`, mail: mailTo(email) },
      }))
        .account.id;
    await store.accounts.delete(account.id);
    const second = await again(user.email.toUpperCase());
    assert.deepEqual(await usedBy(second), [1, 0, 1]);
    await submittedJob(store, second);
    await store.accounts.delete(second);
    await store.maintenance.sweep();
    clock.nowMs += 1;
    const third = await again(user.email);
    assert.deepEqual(await usedBy(third), [2, 0, 1]);
    await store.accounts.delete(third);
    clock.nowMs = Date.UTC(2026, 5, 1);
    assert.deepEqual(await usedBy(await again(user.email)), [0, 0, 0], "a new month");
  }));
