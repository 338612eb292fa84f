import assert from "node:assert/strict";
import { dateDay, float64, utf8 } from "@uwdata/flechette";
import { DomainError } from "../../src/domain/errors.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import type { UploadFormat } from "../../src/domain/upload.ts";
import { isWithinScenarios, MOST_SCENARIOS } from "../../src/request/parts/scenario_checks.ts";
import { decodeUploadedHistory } from "../../src/request/uploaded_history.ts";
import { uploadedFile } from "../../src/computations/uploaded_file.ts";
import { arrowTable } from "../support/sent_upload.ts";

/** Test helper. Reads a file of scenarios and returns the history as a run takes it. */
async function read(
  file: string | Uint8Array<ArrayBuffer>,
  format: UploadFormat = "csv",
): Promise<ReturnType<typeof decodeUploadedHistory>> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const { history } = await uploadedFile.compute({ bytes, kind: "scenarios", format, name: null });
  return decodeUploadedHistory(history);
}

/** Test helper. Returns the pointer and the sentence of the first fault of a file. */
async function faultOf(
  file: string | Uint8Array<ArrayBuffer>,
  format: UploadFormat = "csv",
): Promise<[string, string]> {
  const refused = await read(file, format).then(() => null, (error: unknown) => error);
  assert.ok(refused instanceof DomainError && refused.code === "validation_failed");
  const [{ pointer, detail }] = refused.faults;
  return [pointer, detail];
}

const VALUES = [0.01, -0.02, 1e-5, 0, -1, 0.5];

const SAME: readonly (readonly [what: string, text: string])[] = [
  ["commas", "A,B\n0.01,-0.02\n1e-5,0\n-1,.5\n"],
  ["semicolons", "A;B\r\n0.01;-0.02\r\n1E-5;0\r\n-1;0.5"],
  ["tabs and blanks", "A\tB\n 0.01 \t-0.02\n1e-05\t+0\n-1.0\t0.50\n"],
  ["quotes", '"A","B"\n"0.01","-0.02"\n1e-5,0\n-1,0.5\n'],
  ["a mark of its bytes and a named separator", "\uFEFFsep=;\nA;B\n0.01;-0.02\n1e-5;0\n-1;0.5\n"],
  ["blank lines around", "\nA,B\n0.01,-0.02\n1e-5,0\n-1,0.5\n\n\n"],
  ["many digits", "A,B\n0.010000000000000000,-0.02\n0.00001000000000000000,0\n-1,0.5\n"],
];

for (const [what, text] of SAME) {
  Deno.test(`scenarios are read from a CSV with ${what}`, async () => {
    const { table, kind } = await read(text);
    assert.deepEqual([kind, table.dates, table.assets], ["scenarios", [], ["A", "B"]]);
    assert.deepEqual(table.values, { rows: 3, columns: 2, data: Float64Array.from(VALUES) });
  });
}

Deno.test("scenarios of one asset are read, and names that are whole numbers are names", async () => {
  assert.deepEqual((await read("500325\n0.1\n0.2\n")).table.assets, ["500325"]);
});

const FAULTS: readonly (readonly [what: string, text: string, pointer: string, detail: RegExp])[] = [
  ["no byte", "", "", /Cannot find a header: the file is empty/],
  ["a header alone", "A,B\n", "/matrix", /at least one row/],
  ["no header", "0.01,0.02\n0.03,0.04\n", "/assets", /first line has numbers.*\(line 1\)/],
  [
    "a column of days",
    "date,A\n2024-01-01,0.1\n",
    "/assets/0",
    /"2024-01-01" in the column "date": a scenario has no day/,
  ],
  ["days in its first column", "A,B\n20240101,0.1\n", "/assets/0", /leave the column of days out \(line 2, column 1\)/],
  ["days as numbers", "Date,A\n45000,0.1\n", "/assets/0", /a scenario has no day/],
  ["a blank", "A,B\n1,0\n0.1,\n", "/matrix/1/1", /Cannot read "" of "B".*\(line 3, column 2\)/],
  ["NaN", "A,B\n0,0\nNaN,0\n", "/matrix/1/0", /Cannot read "NaN" of "A".*\(line 3, column 1\)/],
  ["infinity", "A,B\n0,0\n0,1e999\n", "/matrix/1/1", /Infinity in row 1 of "B" \(line 3, column 2\): a finite/],
  ["a decimal comma", "A;B\n0,01;0,02\n", "/matrix/0/0", /"0,01" of "A": a number with a decimal point/],
  ["percent", "A,B\n0,0\n1%,0\n", "/matrix/1/0", /"1%"/],
  ["a row too short", "A,B\n0,0\n0.1\n", "/matrix/1", /1 numbers for 2 assets.*\(line 3\)/],
  ["a row too long", "A,B\n0,0,0\n0,0\n", "/matrix/0", /3 numbers for 2 assets.*\(line 2\)/],
  ["a blank line", "A\n0.1\n\n0.2\n", "/matrix/1", /a blank line.*\(line 3\)/],
  ["a name twice", "A,A\n0,0\n", "/assets/1", /"A" twice \(line 1, column 2\)/],
  ["an empty name", ",A\n0,0.1\n", "/assets/0", /an empty name.*\(line 1, column 1\)/],
  ["a return below -1", "A,B\n0,0\n0,-1.5\n", "/matrix/1/1", /-1.5 in row 1 of "B" \(line 3, column 2\).*by 100/],
  ["an open quote", 'A,B\n0,0\n"0,0\n', "", /a quote is never closed/],
  ["5,001 assets", `${Array.from({ length: 5_001 }, (_, at) => `A${at}`)}\n`, "/assets", /5001 assets/],
  ["50,001 scenarios", `A\n${"0.1\n".repeat(MOST_SCENARIOS + 1)}`, "/matrix", /more than 50000.*\(line 50002\)/],
];

for (const [what, text, pointer, detail] of FAULTS) {
  Deno.test(`a CSV of scenarios with ${what} is refused with the place`, async () => {
    const [at, why] = await faultOf(text);
    assert.equal(at, pointer);
    assert.match(why, detail);
  });
}

Deno.test("many faults of one kind in a file of scenarios are one, with their number", async () => {
  const [pointer, detail] = await faultOf(`A,B\n0,0\n${"0,x\n".repeat(9)}`);
  assert.equal(pointer, "/matrix/1/1");
  assert.match(detail, /9 such faults, first at line 3, column 2, line 4, column 2 and line 5, column 2/);
});

Deno.test("a file of scenarios has at most 50 million returns, whatever its size", () => {
  const faults = new FaultList();
  assert.equal(isWithinScenarios({ assets: 5_000, rows: 10_000 }, faults), true);
  assert.equal(isWithinScenarios({ assets: 5_000, rows: 10_001 }, faults), false);
  assert.deepEqual(faults.told.map(({ pointer }) => pointer), ["/matrix"]);
  assert.match(faults.told[0].detail, /50005000 returns: a file of scenarios has at most 50000000/);
});

const NUMBERS = { A: float64(), B: float64() };

Deno.test("scenarios are read from Arrow, in the order of its columns", async () => {
  const { table } = await read(arrowTable({ B: [0.01, 0.02], A: [0.03, 0.04] }, NUMBERS), "arrow");
  assert.deepEqual(table.assets, ["B", "A"]);
  assert.deepEqual(table.values.data, Float64Array.of(0.01, 0.03, 0.02, 0.04));
});

Deno.test("Arrow with days, text, a null, NaN or no row is no file of scenarios", async () => {
  const days = arrowTable({ day: [new Date("2024-01-01")], A: [0.1] }, { day: dateDay(), A: float64() });
  const text = arrowTable({ sector: ["steel"], A: [0.1] }, { sector: utf8(), A: float64() });
  const cases: readonly (readonly [Uint8Array<ArrayBuffer>, string, RegExp])[] = [
    [days, "", /column "day" holds days; a scenario has no day/],
    [text, "", /column "sector" holds text/],
    [arrowTable({ A: [0.1, null], B: [0, 0] }, NUMBERS), "/matrix/1/0", /NaN in row 1 of "A": a finite/],
    [arrowTable({ A: [0.1, 0], B: [NaN, 0] }, NUMBERS), "/matrix/0/1", /NaN in row 0 of "B": a finite/],
    [arrowTable({ A: [], B: [] }, NUMBERS), "/matrix", /at least one row/],
  ];
  for (const [file, pointer, detail] of cases) {
    const [at, why] = await faultOf(file, "arrow");
    assert.equal(at, pointer);
    assert.match(why, detail);
  }
});
