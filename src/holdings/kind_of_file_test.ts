import assert from "node:assert/strict";
import { kindOfFile } from "./kind_of_file.ts";
import { UnreadableFile } from "./unreadable_file.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("a file that is neither a zip archive nor a text is refused with what it looks like", () => {
  const compound = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600));
  const encrypted = Uint8Array.from([
    ...compound,
    ...[..."EncryptedPackage"].flatMap((letter) => [letter.charCodeAt(0), 0]),
  ]);
  const files: readonly (readonly [Uint8Array, RegExp])[] = [
    [new Uint8Array(), /^it is empty; download it again$/],
    [compound, /^it is an \.xls workbook;/],
    [encrypted, /^it is protected by a password;/],
    [bytesOf("<html><table><tr><td>Symbol</td></tr></table></html>"), /^it is a page of HTML;/],
    [bytesOf("\ufeff\r\n<!DOCTYPE html>"), /^it is a page of HTML;/],
    [bytesOf("%PDF-1.7"), /^it is a PDF document; an \.xlsx workbook .* or a CSV file of .* is needed$/],
    [bytesOf('<?xml version="1.0"?><Workbook/>'), /^it is XML;/],
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3), /^it is neither a workbook nor a text file;/],
    [Uint8Array.of(0x3c, 0x50, 0xff, 0, 1, 2, 3), /^it is neither a workbook nor a text file;/],
  ];
  for (const [file, sentence] of files) {
    assert.throws(() => kindOfFile(file), (error) => {
      assert.ok(error instanceof UnreadableFile);
      assert.match(error.message, sentence);
      return true;
    });
  }
});

Deno.test("a zip archive is taken for a workbook, and a text for separated values, in every encoding", () => {
  assert.equal(kindOfFile(bytesOf("PK\x03\x04")), "workbook");
  assert.equal(kindOfFile(bytesOf("\ufeffSymbol,ISIN\r\nINFY,INE009A01021")), "text");
  assert.equal(kindOfFile(Uint8Array.of(...bytesOf("Name,Preis\nM"), 0xfc, ...bytesOf("ller,1\n"))), "text");
  const utf16 = Uint8Array.from([..."Symbol,ISIN"].flatMap((letter) => [letter.charCodeAt(0), 0]));
  assert.equal(kindOfFile(Uint8Array.of(0xff, 0xfe, ...utf16)), "text");
  assert.equal(kindOfFile(utf16), "text");
});
