import assert from "node:assert/strict";
import { type CommitParameters, commitParameters, versionOf, versionstampOf } from "./commit_parameters.ts";
import { keyBytes } from "./key_bytes.ts";

const STAMP = "00000000000000000011";

function parametersOf(checks: readonly Deno.AtomicCheck[], mutations: readonly Deno.KvMutation[]): CommitParameters {
  const parameters = commitParameters({ checks, mutations });
  assert.ok(parameters !== null);
  return parameters;
}

Deno.test("each entry of an operation is one change, in the order of keys, with its version, value and lifetime", () => {
  const { content, keyLengths, versions, valueLengths, lifetimesMs } = parametersOf(
    [{ key: ["c"], versionstamp: null }, { key: ["a"], versionstamp: STAMP }],
    [
      { type: "delete", key: ["d"] },
      { type: "set", key: ["b"], value: 7, expireIn: 1.5 },
      { type: "set", key: ["c"], value: "seven" },
    ],
  );
  assert.deepEqual(keyLengths, [3, 3, 3, 3]);
  assert.deepEqual(versions, ["17", null, "0", null]);
  assert.deepEqual(valueLengths, [null, 3, 9, -1]);
  assert.deepEqual(lifetimesMs, [null, 2, null, null]);
  const keys = ["a", "b", "c", "d"].map((name) => keyBytes([name]).toHex());
  assert.equal(
    content.toString("hex"),
    [keys[0], keys[1], "010037", keys[2], "0100227365", "76656e22", keys[3]].join(""),
  );
});

Deno.test("the last mutation of a key counts, with a check of the same key", () => {
  const set = { type: "set", key: ["a"], value: 1, expireIn: 5 } as const;
  const remove = { type: "delete", key: ["a"] } as const;
  const check = [{ key: ["a"], versionstamp: STAMP }];
  const removed = parametersOf(check, [set, remove]);
  assert.deepEqual([removed.versions, removed.valueLengths, removed.lifetimesMs], [["17"], [-1], [null]]);
  assert.equal(removed.content.toString("hex"), keyBytes(["a"]).toHex());
  const { expireIn: _, ...kept } = set;
  const written = parametersOf(check, [remove, set, kept]);
  assert.deepEqual([written.versions, written.valueLengths, written.lifetimesMs], [["17"], [3], [null]]);
});

Deno.test("an operation whose checks contradict each other cannot succeed, and one that repeats a check can", () => {
  const [absent, present] = [{ key: ["a"], versionstamp: null }, { key: ["a"], versionstamp: STAMP }];
  assert.equal(commitParameters({ checks: [absent, present], mutations: [] }), null);
  assert.deepEqual(parametersOf([present, present], []).versions, ["17"]);
});

Deno.test("an operation without entries has no changes", () => {
  assert.deepEqual(parametersOf([], []).keyLengths, []);
});

Deno.test("versions of the database and versions of Deno KV are the same numbers, up to the largest", () => {
  for (const version of ["1", "255", "9007199254740993", "9223372036854775807"]) {
    assert.equal(versionOf(versionstampOf(version)), version);
    assert.equal(versionstampOf(version).length, 20);
  }
  assert.equal(versionOf(null), "0");
});

Deno.test("sums, values over 64 KiB and keys over 2 KiB are refused", () => {
  const refused = (mutation: Deno.KvMutation, message: RegExp) =>
    assert.throws(() => commitParameters({ checks: [], mutations: [mutation] }), { name: "TypeError", message });
  refused({ type: "sum", key: ["a"], value: new Deno.KvU64(1n) }, /^Cannot write a "sum"/);
  refused({ type: "set", key: ["a"], value: new Uint8Array(65_535) }, /^Value too large \(max 65536 bytes\)$/);
  refused({ type: "set", key: ["k".repeat(2_048)], value: 1 }, /^Cannot use a key of 2050 bytes: at most 2048 are/);
  assert.doesNotThrow(() => parametersOf([], [{ type: "set", key: ["a"], value: new Uint8Array(65_534) }]));
});
