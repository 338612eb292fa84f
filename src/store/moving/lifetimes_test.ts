import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { everyStoreOperation } from "../../../tests/support/every_store_operation.ts";
import { withStore } from "../../../tests/support/temporary_store.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import { keyOfBytes } from "../postgres/key_bytes.ts";
import { decodeValue } from "../value_codec.ts";
import { latestExpiry } from "./lifetimes.ts";

Deno.test(
  testInTurn(
    "every entry that the store lets expire has a longest lifetime, and no entry that stays has one",
    () =>
      withStore(async ({ store, path, clock }) => {
        await everyStoreOperation(store, {
          host: "example.com",
          later: (ms) => clock.nowMs += ms,
        });
        using database = new DatabaseSync(path, { readOnly: true });
        const rows = database.prepare("SELECT k, v, expiration_ms FROM kv").all();
        const found = rows.map(({ k, v, expiration_ms: expiryMs }) => {
          assert.ok(k instanceof Uint8Array && v instanceof Uint8Array);
          const key = keyOfBytes(k), latest = latestExpiry(key, decodeValue(v), Date.now());
          return { key: JSON.stringify(key), expiryMs: Number(expiryMs), latest };
        });
        const differ = found.filter(({ expiryMs, latest }) =>
          expiryMs < 0 ? latest !== null : (latest ?? 0) < expiryMs
        );
        assert.deepEqual(differ, []);
        assert.ok(
          found.filter(({ latest }) => latest !== null).length > 10,
          "few entries expire: the test shows nothing",
        );
      }),
  ),
);
