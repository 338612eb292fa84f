import type { Reader } from "./encoded_kv.ts";
import { readMany } from "./page.ts";

/**
 * Reads entries in one trip and returns a reader that answers from them, so that a transaction whose reads follow one
 * another waits for the store once. The reader asks the store for all other entries. Each entry is as it was when it
 * was read, so the transaction must check it.
 */
export async function readAhead(reader: Reader, keys: readonly Deno.KvKey[]): Promise<Reader> {
  if (keys.length === 0) return reader;
  const entries = new Map<string, Deno.KvEntryMaybe<unknown>>();
  for (const entry of await readMany<unknown>(reader, keys)) entries.set(nameOf(entry.key), entry);
  const getMany = async <Values extends readonly unknown[]>(
    asked: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
  ): Promise<{ [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> }> => {
    const missing = asked.filter((key) => !entries.has(nameOf(key)));
    for (const entry of await readMany<unknown>(reader, missing)) entries.set(nameOf(entry.key), entry);
    // Every entry has been read by now. The value types are those that the caller names, which `getMany` of Deno KV
    // trusts too.
    return asked.map((key) => entries.get(nameOf(key))) as {
      [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]>;
    };
  };
  return {
    keysAtOnce: reader.keysAtOnce,
    getMany,
    get: async <Value>(key: Deno.KvKey) => (await getMany<[Value]>([key]))[0],
    list: (selector, options) => reader.list(selector, options),
  };
}

function nameOf(key: Deno.KvKey): string {
  return JSON.stringify(key);
}
