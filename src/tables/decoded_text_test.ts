import assert from "node:assert/strict";
import { decodedBegin, DecodedText, decodedText } from "./decoded_text.ts";
import { UnreadableTable } from "./unreadable_table.ts";

const TEXT = "Date,Größe\n2024-01-01,1\n";

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length), view = new DataView(bytes.buffer);
  [...text].forEach((letter, at) => view.setUint16(2 * at, letter.charCodeAt(0), isLittle));
  return bytes;
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

Deno.test("text in UTF-8, UTF-16 and Windows-1252 is decoded, with and without a byte order mark, in any pieces", () => {
  const utf8 = new TextEncoder().encode(TEXT);
  const files = [
    utf8,
    new TextEncoder().encode(`\ufeff${TEXT}`),
    utf16(TEXT, true),
    utf16(TEXT, false),
    utf16(`\ufeff${TEXT}`, true),
    utf16(`\ufeff${TEXT}`, false),
    latin(TEXT),
  ];
  for (const bytes of files) {
    assert.equal(decodedText(bytes), TEXT);
    assert.equal(decodedBegin(bytes), TEXT);
    const decoder = new DecodedText();
    let text = "";
    for (let at = 0; at < bytes.length; at++) text += decoder.take(bytes.subarray(at, at + 1));
    assert.equal(text + decoder.end(), TEXT);
  }
});

Deno.test("letters of Windows-1252 far behind the beginning are decoded, and so is a letter between two pieces", () => {
  const rows = "2024-01-01,1\n".repeat(1_000);
  assert.equal(decodedText(latin(`${rows}ü\n`)), `${rows}ü\n`);
  const decoder = new DecodedText(), bytes = new TextEncoder().encode(`${rows}ü`);
  const text = decoder.take(bytes.subarray(0, -1)) + decoder.take(bytes.subarray(-1)) + decoder.end();
  assert.equal(text, `${rows}ü`);
});

Deno.test("bytes that are no text, or that mix two encodings, are refused with the line", () => {
  const utf8 = new TextEncoder().encode("Größe\n");
  const refused: readonly (readonly [Uint8Array, RegExp])[] = [
    [new TextEncoder().encode("Date,A\n2024-01-01,\0\n"), /^it is not text .*: line 2 has a NUL; save it as UTF-8$/],
    [Uint8Array.of(65, 0x81, 66), /^it is not text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8$/],
    [Uint8Array.from([...utf8, ...latin("Größe\n")]), /^it mixes UTF-8 and another encoding near line 1; save it/],
    [Uint8Array.from([...latin("Größe\n"), ...utf8]), /^it mixes UTF-8 and another encoding near line 1; save it/],
  ];
  for (const [bytes, message] of refused) {
    assert.throws(() => decodedText(bytes), (error) => error instanceof UnreadableTable && message.test(error.message));
  }
});
