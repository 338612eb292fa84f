/**
 * What runs, simulations and backtests store, byte by byte: the size and the digest of each document of the requests
 * of `stored_bytes/`, ids, the elapsed time and the digests of the kernels aside. Who means to change a document
 * records them anew; with a folder the documents themselves are written there, to be compared with another commit's:
 * deno run -A scripts/reference/record_stored_bytes.ts [FOLDER]
 */
import assert from "node:assert/strict";
import { digestOf, RECORDED_DOCUMENTS, storedDocuments } from "./stored_bytes/stored_documents.ts";

const recorded: Readonly<Record<string, { bytes: number; sha256: string }>> = JSON.parse(
  Deno.readTextFileSync(RECORDED_DOCUMENTS),
);

Deno.test("what runs, simulations and backtests store is, byte by byte, what is recorded", async () => {
  const documents = await storedDocuments();
  const found = new Map([...documents].map(([name, text]) => [name, digestOf(text)]));
  const names = new Set([...Object.keys(recorded), ...found.keys()]);
  const changed = [...names].filter((name) => found.get(name)?.sha256 !== recorded[name]?.sha256);
  const shown = changed.map((name) =>
    `${name}: ${recorded[name]?.bytes ?? "no"} bytes recorded, ${found.get(name)?.bytes ?? "no"} found`
  );
  assert.equal(changed.length, 0, `${changed.length} documents changed:\n${shown.join("\n")}`);
  assert.deepEqual([...found.keys()], Object.keys(recorded));
});
