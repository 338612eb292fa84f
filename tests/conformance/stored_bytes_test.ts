/**
 * Tests byte by byte what runs, simulations and backtests store: each document of the requests in `stored_bytes/` must
 * have its recorded size and digest. Ids, the elapsed time and the digests of the kernels are ignored. To change a
 * document, record them anew; with a folder, the documents are also written there for comparison with another commit:
 * deno run -A scripts/reference/record_stored_bytes.ts [FOLDER]
 */
import assert from "node:assert/strict";
import { RUN_REQUESTS } from "./stored_bytes/requests.ts";
import { digestOf, RECORDED_DOCUMENTS, storedDocuments } from "./stored_bytes/stored_documents.ts";
import { IS_FULL_RUN, partOf, testInTurn } from "../support/tier.ts";

const recorded: Readonly<Record<string, { bytes: number; sha256: string }>> = JSON.parse(
  Deno.readTextFileSync(RECORDED_DOCUMENTS),
);

/** Hint in the message of a failure. A new metric, field or chart, for example, changes documents on purpose. */
const HOW_TO_RECORD = "To record what you meant to change: deno run -A scripts/reference/record_stored_bytes.ts";

Deno.test(
  testInTurn(
    "the stored documents of runs, simulations and backtests equal the recorded ones byte for byte",
    async () => {
      const documents = await storedDocuments(partOf(Object.keys(RUN_REQUESTS)));
      const found = new Map([...documents].map(([name, text]) => [name, digestOf(text)]));
      const names = new Set([...IS_FULL_RUN ? Object.keys(recorded) : [], ...found.keys()]);
      const changed = [...names].filter((name) => found.get(name)?.sha256 !== recorded[name]?.sha256);
      const shown = changed.map((name) =>
        `${name}: ${recorded[name]?.bytes ?? "no"} bytes recorded, ${found.get(name)?.bytes ?? "no"} found`
      );
      assert.equal(changed.length, 0, `${changed.length} documents changed:\n${shown.join("\n")}\n${HOW_TO_RECORD}`);
      if (IS_FULL_RUN) {
        assert.deepEqual([...found.keys()], Object.keys(recorded));
      }
    },
  ),
);
