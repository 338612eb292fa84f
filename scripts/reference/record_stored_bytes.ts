/**
 * Records the size and digest of every document that the requests of `tests/conformance/stored_bytes/` produce, a line
 * per document. `stored_bytes_test.ts` compares the service with these records. Writes the documents too where a folder
 * is named.
 * Usage: deno run -A scripts/reference/record_stored_bytes.ts [FOLDER]
 */
import {
  digestOf,
  RECORDED_DOCUMENTS,
  storedDocuments,
} from "../../tests/conformance/stored_bytes/stored_documents.ts";

const [folder] = Deno.args;
const documents = await storedDocuments();
const lines = [...documents].map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(digestOf(text))}`);
await Deno.writeTextFile(RECORDED_DOCUMENTS, `{\n${lines.join(",\n")}\n}\n`);
if (folder !== undefined) {
  for (const [name, text] of documents) {
    await Deno.mkdir(`${folder}/${name.slice(0, name.lastIndexOf("/"))}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
}
// deno-lint-ignore no-console
console.log(`Recorded ${documents.size} documents`);
