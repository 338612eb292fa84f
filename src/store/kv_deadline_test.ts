import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { encodedKv } from "./encoded_kv.ts";
import { withKvDeadline } from "./kv_deadline.ts";
import { repositories } from "./mod.ts";

const NOT_READY = { code: "not_ready" };

Deno.test("calls to an unresponsive database throw not_ready, and succeed when it responds again", () =>
  withStore(async (context) => {
    const server = silentKv(context.rawKv);
    const kv = withKvDeadline(server.kv, { answerMs: 100, silentAnswerMs: 10 });
    server.isAway = true;
    const calls = [
      () => kv.get(["a"]),
      () => kv.getMany([["a"]]),
      () => kv.set(["a"], 1),
      () => kv.atomic().set(["a"], 1).commit(),
      () => Array.fromAsync(kv.list({ prefix: [] })),
    ];
    for (const call of calls) await assert.rejects(call(), NOT_READY);
    server.isAway = false;
    const patient = withKvDeadline(server.kv);
    await patient.atomic().set(["a"], 1).commit();
    assert.equal((await patient.get(["a"])).value, 1);
    assert.equal((await Array.fromAsync(patient.list({ prefix: ["a"] }))).length, 0);
    assert.ok((await Array.fromAsync(patient.list({ prefix: [] }))).length > 0);
  }));

Deno.test("after a late answer of the database calls wait for the normal deadline again", () =>
  withStore(async ({ rawKv }) => {
    const asked: PromiseWithResolvers<void>[] = [];
    const slow = new Proxy(rawKv, {
      get: (target, name) => async (key: Deno.KvKey) => {
        assert.equal(name, "get");
        const answer = Promise.withResolvers<void>();
        asked.push(answer);
        await answer.promise;
        return await target.get(key);
      },
    });
    const kv = withKvDeadline(slow, { answerMs: 300, silentAnswerMs: 10 });
    for (let call = 0; call < 2; call++) await assert.rejects(kv.get(["a"]), NOT_READY);
    asked[0].resolve();
    await until(async () => {
      const answered = kv.get(["a"]);
      setTimeout(asked[asked.length - 1].resolve, 50);
      return await answered.then(() => true, () => false);
    });
    asked[1].resolve();
  }));

Deno.test("readiness checks, claims, lists of leases and sweeps on an unresponsive database throw not_ready", () =>
  withStore(async (context) => {
    const server = silentKv(context.rawKv);
    const kv = withKvDeadline(server.kv, { answerMs: 100, silentAnswerMs: 10 });
    const away = repositories({ ...context, kv: encodedKv(kv) }, { planLimits: PLAN_LIMITS, artifactObjects: null });
    server.isAway = true;
    await assert.rejects(away.maintenance.checkWritable(), NOT_READY);
    await assert.rejects(away.jobQueue.claim(null), NOT_READY);
    await assert.rejects(away.jobQueue.leases(), NOT_READY);
    await assert.rejects(away.maintenance.sweep(), NOT_READY);
  }));

/** Test helper. Wraps a KV so that its calls are never answered while `isAway` is true. */
function silentKv(kv: Deno.Kv): { readonly kv: Deno.Kv; isAway: boolean } {
  const server = { kv, isAway: false };
  const never = new Promise<never>(() => {});
  server.kv = new Proxy(kv, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (!server.isAway) return member.bind(target);
      if (name === "list") return () => ({ next: () => never });
      if (name !== "atomic") return () => never;
      return () => {
        const operation = target.atomic();
        operation.commit = () => never;
        return operation;
      };
    },
  });
  return server;
}
