import { type AssetId, assetId } from "../../domain/asset.ts";
import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { AlikeFaults } from "../../faults/alike_faults.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { fieldNotFound } from "../../faults/field_not_found.ts";
import { isObject } from "../../faults/json_object.ts";
import { shown } from "../../faults/schema_faults.ts";
import { checkNames, type HistoryTable, MOST_ASSETS } from "./history.ts";
import type { Fields } from "./part.ts";
import { areEqual, readProbabilities } from "./probabilities.ts";

/** Largest number of scenarios of a run. */
export const MOST_SCENARIOS = 50_000;

/** Number of bytes of a double. */
const BYTES_OF_NUMBER = 8;

/** The two forms of the returns of scenarios. A request has one of them. */
const FORMS = ["matrix", "base64"] as const;
type Form = typeof FORMS[number];

/**
 * Reads the scenarios of a request body, `{assets, matrix or base64, probabilities?}`, into a table without dates.
 * Scenarios of probability 0 are left out, and equal probabilities are the same as none. Reports every fault and
 * returns null if there is one. The pointer of a faulty number names its row and its column.
 */
export function readScenarios(body: unknown, all: FaultList): HistoryTable | null {
  const before = all.count, faults = all.within("/scenarios");
  if (!isObject(body)) {
    faults.add("", `Cannot take ${shown(body)} for "scenarios": an object of assets and a matrix or base64 is needed`);
    return null;
  }
  for (const key of Object.keys(body)) {
    if (!FIELDS.includes(key)) faults.add(jsonPointer(key), fieldNotFound(key));
  }
  const assets = readAssets(body.assets, faults), form = readForm(body, faults);
  if (assets === null || form === null) return null;
  const sent = form === "matrix"
    ? ofMatrix(body.matrix, assets.length, faults)
    : ofBase64(body.base64, assets.length, faults);
  if (sent === null) return null;
  checkNumbers(sent, { form, assets, body: body[form] }, faults);
  const probabilities = readProbabilities(body.probabilities, sent.rows, faults);
  if (all.count > before) return null;
  return tableOf(assets, sent, probabilities);
}

const FIELDS: readonly string[] = ["assets", ...FORMS, "probabilities"];

function readAssets(assets: unknown, faults: FaultList): readonly AssetId[] | null {
  if (!Array.isArray(assets)) {
    faults.add("/assets", `Cannot take ${shown(assets)} for "assets": a list with a name for each asset is needed`);
    return null;
  }
  if (assets.length === 0) {
    faults.add("/assets", "Cannot find an asset: at least one name is needed");
    return null;
  }
  if (assets.length > MOST_ASSETS) {
    faults.add("/assets", `Cannot take ${assets.length} assets: a run takes at most ${MOST_ASSETS}`);
    return null;
  }
  const before = faults.count;
  const names = assets.map((name: unknown, column) => {
    if (typeof name === "string") return name;
    faults.add(`/assets/${column}`, `Cannot take ${shown(name)} as the name of an asset: a text is needed`);
    return "";
  });
  if (faults.count > before) return null;
  checkNames("/assets", names, faults);
  return names.map(assetId);
}

function readForm(body: Fields, faults: FaultList): Form | null {
  const [form, other] = FORMS.filter((one) => body[one] !== undefined);
  if (form === undefined) {
    faults.add("", 'Cannot find the returns of the scenarios: "matrix" or "base64" is needed');
    return null;
  }
  if (other === undefined) return form;
  faults.add(`/${other}`, `Cannot take "${other}" beside "${form}": send one of them`);
  return null;
}

/** Copies rows of numbers into a matrix. What is no number becomes NaN, which `checkNumbers` reports. */
function ofMatrix(rows: unknown, columns: number, faults: FaultList): Matrix | null {
  if (!Array.isArray(rows)) {
    faults.add("/matrix", `Cannot take ${shown(rows)} for "matrix": a list with a row of numbers a scenario is needed`);
    return null;
  }
  if (!isWithinRows("/matrix", rows.length, faults)) return null;
  const values = matrix(rows.length, columns), { data } = values, ragged = new AlikeFaults();
  let isWhole = true;
  for (let row = 0, at = 0; row < rows.length; row++) {
    const sent: unknown = rows[row];
    if (!Array.isArray(sent) || sent.length !== columns) {
      isWhole = false;
      ragged.add("row", { pointer: `/matrix/${row}`, detail: whyRagged(sent, columns), place: `row ${row}` });
      continue;
    }
    for (let column = 0; column < columns; column++, at++) {
      const cell: unknown = sent[column];
      data[at] = typeof cell === "number" ? cell : NaN;
    }
  }
  ragged.tell(faults);
  return isWhole ? values : null;
}

function whyRagged(row: unknown, columns: number): string {
  if (!Array.isArray(row)) return `Cannot take ${shown(row)} as a scenario: a list of ${columns} numbers is needed`;
  return `Cannot use a row of ${row.length} numbers for ${columns} assets: give one for each`;
}

/** Decodes doubles in base64, little-endian and row by row. The matrix has the memory of the decoded bytes. */
function ofBase64(text: unknown, columns: number, faults: FaultList): Matrix | null {
  const needed = "doubles, little-endian and row by row, are needed as base64";
  if (typeof text !== "string") {
    faults.add("/base64", `Cannot take ${shown(text)} for "base64": ${needed}`);
    return null;
  }
  const bytes = decoded(text);
  if (bytes === null) {
    faults.add("/base64", `Cannot read "base64": it is not base64; ${needed}`);
    return null;
  }
  const bytesOfRow = BYTES_OF_NUMBER * columns, rows = bytes.length / bytesOfRow;
  if (!Number.isInteger(rows)) {
    faults.add(
      "/base64",
      `Cannot use ${bytes.length} bytes for ${columns} assets: each scenario has ${bytesOfRow} bytes, 8 for each asset`,
    );
    return null;
  }
  // Memory is little-endian wherever the runtime runs.
  return isWithinRows("/base64", rows, faults) ? matrix(rows, columns, new Float64Array(bytes.buffer)) : null;
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function isWithinRows(pointer: string, rows: number, faults: FaultList): boolean {
  if (rows === 0) faults.add(pointer, "Cannot find a scenario: at least one row is needed");
  if (rows > MOST_SCENARIOS) {
    faults.add(pointer, `Cannot take ${rows} scenarios: a run takes at most ${MOST_SCENARIOS}`);
  }
  return rows > 0 && rows <= MOST_SCENARIOS;
}

interface SentNumbers {
  readonly form: Form;
  readonly assets: readonly AssetId[];
  /** Value of the field that has the numbers. */
  readonly body: unknown;
}

/** Reports numbers that are no returns. Many of one kind are one fault, which names the first of them. */
function checkNumbers({ data, columns }: Matrix, { form, assets, body }: SentNumbers, faults: FaultList): void {
  const alike = new AlikeFaults();
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? NaN;
    if (value >= LOWEST_RETURN && value <= LARGEST_NUMBER) continue;
    const row = Math.floor(at / columns), column = at % columns, why = whyNot(value);
    const sent: unknown = Array.isArray(body) ? body[row][column] : value, place = `row ${row} of "${assets[column]}"`;
    const told = typeof sent === "number" ? `${sent}` : shown(sent);
    alike.add(why, { pointer: `/${form}/${row}/${column}`, detail: `Cannot use ${told} in ${place}: ${why}`, place });
  }
  alike.tell(faults);
}

const LOWEST_RETURN = -1;

function whyNot(value: number): string {
  if (!Number.isFinite(value)) return "a finite number is needed";
  if (value > 0) return `a return is at most ${LARGEST_NUMBER}`;
  return "a return is a fraction and at least -1; if the scenarios are in percent, divide them by 100";
}

/** Whether the valid scenarios of a request are not equally likely, as far as their probabilities are above 0. */
export function areWeighted(scenarios: unknown): boolean {
  if (!isObject(scenarios) || !Array.isArray(scenarios.probabilities)) return false;
  const read = readProbabilities(scenarios.probabilities, scenarios.probabilities.length, new FaultList());
  return read !== null && !areEqual(read.filter((one) => one !== 0));
}

/** Returns the table of scenarios, without those of probability 0. */
function tableOf(assets: readonly AssetId[], sent: Matrix, probabilities: Float64Array | null): HistoryTable {
  if (probabilities === null) return { dates: [], assets, values: sent };
  const rows = Array.from(probabilities.keys()).filter((row) => probabilities[row] !== 0);
  if (rows.length === sent.rows) return { dates: [], assets, values: sent, probabilities };
  const { columns } = sent, values = matrix(rows.length, columns);
  rows.forEach((row, i) => values.data.set(sent.data.subarray(row * columns, (row + 1) * columns), i * columns));
  const kept = Float64Array.from(rows, (row) => probabilities[row] ?? 0);
  return { dates: [], assets, values, ...areEqual(kept) ? {} : { probabilities: kept } };
}
