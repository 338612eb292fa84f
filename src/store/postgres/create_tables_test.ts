import assert from "node:assert/strict";
// @ts-types="./pg.d.ts"
import type pg from "pg";
import { createTables } from "./create_tables.ts";

/** A server that answers the first question with its version, and counts what it is asked. */
function serverOf(version: string): { readonly client: pg.ClientBase; readonly asked: string[] } {
  const asked: string[] = [];
  const client = {
    query(query: string | pg.Query) {
      asked.push(typeof query === "string" ? query : query.text);
      return Promise.resolve({ rows: [[version, "off", "read committed", "hex", "ada"]] });
    },
    on: () => undefined,
    connection: { stream: { destroy: () => undefined } },
  };
  return { client, asked };
}

Deno.test("a server before version 13 is refused before anything is created", async () => {
  for (const [number, shown] of [["120018", 12], ["90624", 9], ["129999", 12]] as const) {
    const { client, asked } = serverOf(number);
    await assert.rejects(createTables(client, "portfolio"), {
      name: "StoreError",
      message: `its server has version ${shown}, and 13 is the oldest that works`,
    });
    assert.equal(asked.length, 1);
  }
});
