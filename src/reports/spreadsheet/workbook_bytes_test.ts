import assert from "node:assert/strict";
import * as sheetJs from "@e965/xlsx";
import { unzipSync } from "fflate";
import { anyCharacter } from "../../../tests/support/any_character.ts";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount, testInTurn } from "../../../tests/support/tier.ts";
import { count, percent, plain, type Sheet } from "./sheet.ts";
import { workbookBytes } from "./workbook_bytes.ts";

const SHEET: Sheet = {
  name: "Weights",
  titles: ["Asset", "Weight", "Ratio", "Count", "Day"],
  height: 2,
  rows: () => [
    ["=1+1", percent(0.25), plain(1.5), count(7), { day: "2024-02-29" }],
    ["../x ₹", percent(null), null, null, null],
  ],
};

const read = (bytes: Uint8Array): sheetJs.WorkBook => sheetJs.read(bytes, { cellNF: true, cellFormula: true });

Deno.test("numbers and dates are cells with a number format, and a text that begins like a formula stays a text", () => {
  const { Sheets: { Weights: sheet } } = read(workbookBytes([SHEET]));
  const of = (cell: string) => [sheet[cell].t, sheet[cell].v, sheet[cell].z];
  assert.deepEqual(of("A1"), ["s", "Asset", "General"]);
  assert.deepEqual([sheet.A2.t, sheet.A2.v, sheet.A2.f], ["s", "=1+1", undefined]);
  assert.deepEqual(of("B2"), ["n", 0.25, "0.00%"]);
  assert.deepEqual(of("C2"), ["n", 1.5, "0.0000####"]);
  assert.deepEqual(of("D2"), ["n", 7, "0"]);
  assert.deepEqual([sheet.E2.t, sheet.E2.w, sheet.E2.z], ["n", "2024-02-29", "yyyy-mm-dd"]);
  assert.deepEqual([sheet.A3.v, sheet.B3, sheet.C3], ["../x ₹", undefined, undefined]);
});

Deno.test("the title row of a sheet is frozen", () => {
  const xml = new TextDecoder().decode(unzipSync(workbookBytes([SHEET]))["xl/worksheets/sheet1.xml"]);
  assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/);
});

Deno.test(testInTurn("a workbook has the same bytes whenever it is written", async () => {
  const first = workbookBytes([SHEET, { ...SHEET, name: "Again" }]);
  // Waits longer than two seconds, the resolution of times in zip archives, so that a changing time would change the
  // workbook's bytes.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  assert.deepEqual(workbookBytes([SHEET, { ...SHEET, name: "Again" }]), first);
}));

Deno.test("a workbook has the same bytes whatever workbooks were written and read before", () => {
  const first = workbookBytes([SHEET]);
  const other = sheetJs.utils.aoa_to_sheet([[1.5]]);
  other.A1.z = '0.000" times"';
  sheetJs.read(
    sheetJs.write({ SheetNames: ["Other"], Sheets: { Other: other } }, { type: "buffer", bookType: "xlsx" }),
  );
  assert.deepEqual(workbookBytes([SHEET]), first);
});

Deno.test("any text in a workbook is read back unchanged, except characters that XML cannot contain", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: anyCharacter, maxLength: 40 }), { minLength: 50, maxLength: 50 }),
      (texts) => {
        const bytes = workbookBytes([{
          name: "Texts",
          titles: ["Text"],
          height: texts.length,
          rows: () => texts.map((text) => [text]),
        }]);
        const { Sheets: { Texts: sheet } } = read(bytes);
        texts.forEach((text, row) =>
          assert.equal(ofOneLineEnd(sheet[`A${row + 2}`]?.v ?? ""), ofOneLineEnd(held(text)))
        );
      },
    ),
    { numRuns: problemCount(20, 5) },
  );
});

/** Test helper. Replaces the characters of a text that XML cannot hold. */
function held(text: string): string {
  // deno-lint-ignore no-control-regex -- what is taken out are these very characters.
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");
}

/** Test helper. Converts all line ends of a text to one form, because XML does not keep them apart. */
function ofOneLineEnd(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}
