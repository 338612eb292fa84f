import assert from "node:assert/strict";
import { argon2idByWebCrypto, argon2idByWorker, argon2idOfRuntime, runtimeHasArgon2id } from "./argon2id.ts";
import { boundedConcurrency, TooMuchWaiting } from "./bounded_concurrency.ts";
import { passwords } from "./passwords.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

Deno.test("WebCrypto and the worker compute the same Argon2id bytes", async () => {
  const byWorker = argon2idByWorker();
  try {
    for (const password of ["Passw0rd", "Grüße, 世界 🙂", "\ud800", "x".repeat(256)]) {
      const input = { password, salt: randomBytes(16), memoryKib: 64, passes: 2 };
      const expected = await byWorker(input);
      assert.equal(expected.length, 32);
      if (runtimeHasArgon2id()) assert.deepEqual(await argon2idByWebCrypto(input), expected);
    }
  } finally {
    byWorker.close();
  }
});

Deno.test("Argon2id gives the bytes of libargon2's own test", async () => {
  const salt = new TextEncoder().encode("somesalt");
  const hash = await argon2idOfRuntime()({ password: "password", salt, memoryKib: 65536, passes: 2 });
  assert.equal(hash.toHex(), "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7");
});

Deno.test("a password matches its own hash and no other", async () => {
  const all = passwords({ argon2id: argon2idOfRuntime(), randomBytes, concurrency: 2 });
  const hashed = await all.hash("Correct horse");
  assert.match(hashed, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await all.matches("Correct horse", hashed), true);
  assert.equal(await all.matches("correct horse", hashed), false);
  assert.notEqual(await all.hash("Correct horse"), hashed);
});

Deno.test("a password check for an account that does not exist computes one hash and fails", async () => {
  let computed = 0;
  const argon2id = () => {
    computed++;
    return Promise.resolve(new Uint8Array(32));
  };
  const all = passwords({ argon2id, randomBytes, concurrency: 1 });
  assert.equal(await all.matches("Correct horse", null), false);
  assert.equal(computed, 1);
});

Deno.test("no password hash is computed if the check right before it fails", async () => {
  let computed = 0;
  const argon2id = () => Promise.resolve(new Uint8Array(32).fill(++computed));
  const all = passwords({ argon2id, randomBytes, concurrency: 1 });
  const isTaken = () => computed > 0 ? Promise.reject(new Error("taken")) : Promise.resolve();
  const [first, second] = await Promise.allSettled([all.hash("One", isTaken), all.hash("Two", isTaken)]);
  assert.deepEqual([first.status, second.status, computed], ["fulfilled", "rejected", 1]);
});

Deno.test("a password is checked at the cost that its hash states, and another hash format is an error", async () => {
  const costs: number[][] = [];
  const argon2id = ({ memoryKib, passes }: { memoryKib: number; passes: number }) => {
    costs.push([memoryKib, passes]);
    return Promise.resolve(new Uint8Array(32));
  };
  const all = passwords({ argon2id, randomBytes, concurrency: 1 });
  const salt = "A".repeat(22);
  const hash = "A".repeat(43);
  assert.equal(await all.matches("x", `$argon2id$v=19$m=64,t=3,p=1$${salt}$${hash}`), true);
  assert.deepEqual(costs, [[64, 3]]);
  await assert.rejects(all.matches("x", "$2b$10$bcrypt"), /Cannot read a stored password hash/);
});

Deno.test("at most as many tasks run at once as the bound allows, and the others start in order", async () => {
  const bounded = boundedConcurrency({ running: 2, waiting: 10 });
  const started: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const done = gates.map((gate, index) => bounded(() => (started.push(index), gate.promise)));
  await settle();
  assert.deepEqual(started, [0, 1]);
  gates[1].resolve();
  await done[1];
  await settle();
  assert.deepEqual(started, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.all(done);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});

Deno.test("a failed task makes room for the next, and a full queue refuses another task", async () => {
  const bounded = boundedConcurrency({ running: 1, waiting: 1 });
  const first = Promise.withResolvers<void>();
  const failed = bounded(() => first.promise);
  const second = bounded(() => Promise.resolve("second"));
  await assert.rejects(bounded(() => Promise.resolve("third")), TooMuchWaiting);
  first.reject(new Error("broken"));
  await assert.rejects(failed, /broken/);
  assert.equal(await second, "second");
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
