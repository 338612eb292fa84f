import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from "pdf-lib";

/**
 * Test helper. Returns the text of every page of a PDF report, in the order in which it was written, with a space
 * between two pieces.
 */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = document;
  return document.getPages().map(({ node }) => {
    const fonts = node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    const letters = new Map(
      (fonts?.entries() ?? []).map(([name, font]) => {
        const map = context.lookup(font, PDFDict).lookup(PDFName.of("ToUnicode"));
        return [String(name), lettersOf(textIn(map))] as const;
      }),
    );
    const content = node.Contents();
    const streams = content instanceof PDFArray ? content.asArray().map((one) => context.lookup(one)) : [content];
    return streams.map((stream) => piecesIn(textIn(stream), letters)).join(" ");
  }).join(" ");
}

function textIn(stream: PDFObject | undefined): string {
  assert.ok(stream instanceof PDFRawStream);
  return inflateSync(stream.getContents()).toString("latin1");
}

/** Reads the letters of the glyph codes of a font. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  return new Map([...map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/gi)].map(([, code = "", letters = ""]) => [
    code.toUpperCase(),
    (letters.match(/.{4}/g) ?? []).map((letter) => String.fromCharCode(parseInt(letter, 16))).join(""),
  ]));
}

function piecesIn(content: string, letters: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const pieces: string[] = [];
  let font = letters.get("");
  for (const [, chosen, codes = ""] of content.matchAll(/(\/\w+) [\d.]+ Tf|<([0-9A-F]*)> Tj/gi)) {
    if (chosen !== undefined) font = letters.get(chosen);
    else pieces.push((codes.match(/.{4}/g) ?? []).map((code) => font?.get(code) ?? "?").join(""));
  }
  return pieces.join(" ");
}
