import assert from "node:assert/strict";
import { signingKeySource } from "./signing_key_source.ts";
import { rotateSigningKeys } from "./signing_keys.ts";

async function bench() {
  const sets = [await rotateSigningKeys(null, 0), await rotateSigningKeys(null, 0)];
  const state = { nowMs: 0, reads: 0, broken: false };
  const source = signingKeySource(() => {
    const set = sets[Math.min(state.reads++, 1)];
    return state.broken ? Promise.reject(new Error("database is locked")) : Promise.resolve(set);
  }, { now: () => state.nowMs });
  return { sets, state, source };
}

Deno.test("signing keys are read once a minute, so that a rotation by another process is noticed", async () => {
  const { sets, state, source } = await bench();
  state.nowMs = 59_999;
  assert.deepEqual(await Promise.all([source.current(), source.current()]), [sets[0], sets[0]]);
  state.nowMs += 59_999;
  assert.equal(await source.current(), sets[0]);
  state.nowMs += 1;
  assert.equal(await source.current(), sets[1]);
  assert.equal(state.reads, 2);
});

Deno.test("tokens with unknown keys cause at most one read of the signing keys in five seconds", async () => {
  const { sets, state, source } = await bench();
  await source.current();
  assert.equal(await source.reload(), sets[0]);
  assert.equal(state.reads, 1);
  state.nowMs = 5_000;
  assert.deepEqual(await Promise.all([source.reload(), source.reload()]), [sets[1], sets[1]]);
  assert.equal(state.reads, 2);
});

Deno.test("signing keys are read again after a failed read", async () => {
  const { sets, state, source } = await bench();
  state.broken = true;
  await assert.rejects(source.current(), /locked/);
  state.broken = false;
  assert.equal(await source.current(), sets[1]);
});
