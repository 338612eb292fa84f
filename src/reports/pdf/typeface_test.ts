import assert from "node:assert/strict";
import fontkit from "@pdf-lib/fontkit";
import { PDFDocument } from "pdf-lib";
import { loadFonts } from "./load_fonts.ts";
import { Typeface } from "./typeface.ts";

async function typeface(): Promise<Typeface> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  return new Typeface(await document.embedFont((await loadFonts()).regular, { subset: true }));
}

Deno.test("a character that the font lacks is shown as a square, ₹ and accents as they are", async () => {
  const face = await typeface();
  const square = face.operand("□");
  for (const lacking of ["日", "🎉", "\ud800", "\u0000", "ण"]) assert.equal(face.operand(lacking), square, lacking);
  for (const known of ["₹", "é", "ł", "€", "Ω", "–"]) assert.notEqual(face.operand(known), square, known);
});

Deno.test("a letter with a combining accent is drawn as the accented letter", async () => {
  const face = await typeface();
  assert.equal(face.operand("e\u0301"), face.operand("é"));
});

Deno.test("wrapped lines contain every character of a text and are no wider than allowed", async () => {
  const face = await typeface();
  const text = `A few words, then ${"W".repeat(120)} and more`;
  const lines = face.lines(text, 8, 100);
  assert.equal(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  for (const line of lines) assert.ok(face.width(line, 8) <= 100, line);
});

Deno.test("text that is cut ends with an ellipsis within its width", async () => {
  const face = await typeface();
  const cut = face.fitted("W".repeat(50), 8, 100);
  assert.match(cut, /^W+…$/);
  assert.ok(face.width(cut, 8) <= 100);
});

Deno.test("names that are shortened in the middle stay distinct by their ends", async () => {
  const face = await typeface();
  const [one, other] = ["1", "2"].map((end) => face.shortened(`${"A long name ".repeat(6)}${end}`, 8, 100));
  assert.match(one, /^A long nam.*….*1$/);
  assert.notEqual(one, other);
  assert.ok(face.width(one, 8) <= 100);
  assert.equal(face.shortened("short", 8, 100), "short");
});

Deno.test("a word that is too wide is broken after its underscore", async () => {
  const face = await typeface();
  assert.deepEqual(face.lines("max_diversification", 8, 75), ["max_", "diversification"]);
});
