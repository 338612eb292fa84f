import assert from "node:assert/strict";
import { parseInPieces } from "./parse_in_pieces.ts";

const DOCUMENT = {
  empty: {},
  none: [],
  'a "name" with \\ and {': [1, -2.5e-7, null, true, "text, with ] and }", "ends with \\", '\\"'],
  nested: { rows: Array.from({ length: 50 }, (_, i) => ({ [`asset ${i}`]: i / 7, more: [[], [i], {}] })) },
  text: "ünïcode שלום \u2028",
};

Deno.test("a document parsed in pieces is the one that JSON.parse gives, at any size of a piece", async () => {
  for (const text of [JSON.stringify(DOCUMENT), JSON.stringify(DOCUMENT, null, 2), "[]", "{}", "3", " [1] \n"]) {
    for (const piece of [0, 10, 100, 1e6]) assert.deepEqual(await parseInPieces(text, { piece }), JSON.parse(text));
  }
});

Deno.test("a text that is cut off is a syntax error", async () => {
  const text = JSON.stringify(DOCUMENT);
  for (const end of [1, 30, 80, text.length - 1]) {
    await assert.rejects(() => parseInPieces(text.slice(0, end), { piece: 0 }), SyntaxError);
  }
});
