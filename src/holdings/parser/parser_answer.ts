import { DomainError, type ErrorCode, type Fault } from "../../domain/errors.ts";
import {
  BROKERAGES,
  COLUMN_MEANINGS,
  type ReadColumn,
  type Statement,
  type StatementLine,
  WAYS_TO_KNOW,
} from "../statement.ts";

/**
 * First line that the workbook parser prints once its code is loaded. A failure before this line is never blamed on the
 * uploaded file; a failure after it may be.
 */
export const READY = "ready";

/** Error that the workbook parser reports for a request body that it refuses. */
export interface ParserRefusal {
  readonly code: (typeof REFUSAL_CODES)[number];
  readonly detail: string;
  readonly faults: readonly Fault[];
}

export const REFUSAL_CODES = [
  "HOLDINGS_FILE_UNREADABLE",
  "body_too_large",
  "malformed_json",
  "validation_failed",
] as const satisfies readonly ErrorCode[];

/**
 * Error for an answer of the workbook parser in an unknown form, which means that the parser process can no longer be
 * trusted.
 */
export class GarbledAnswer extends Error {
  constructor() {
    super("The parser of workbooks answered in an unknown form");
    this.name = "GarbledAnswer";
  }
}

/**
 * Encodes a brokerage statement as lines of JSON: first an object with the brokerage, the number of statement lines and
 * the columns, then an array for each statement line.
 */
export function* linesOfStatement({ brokerage, lines, columns }: Statement): Generator<string> {
  yield JSON.stringify({ brokerage, lines: lines.length, columns });
  for (const { kind, sheet, row, symbol, isin, name, amc, quantity, price, fault } of lines) {
    yield JSON.stringify([kind, sheet, row, symbol, isin, name, amc, quantity, price, fault]);
  }
}

/** Encodes the parser's refusal of a workbook as one line of JSON. */
export function lineOfRefusal(refused: ParserRefusal): string {
  return JSON.stringify({ refused });
}

const LINES_AT_ONCE = 1_000;
/**
 * Largest absolute quantity or price accepted in the workbook parser's answer: above any valid figure, and far below
 * where sums of products overflow.
 */
const MOST_OF_FIGURES = 1e13;

/**
 * Decodes and validates the brokerage statement in the parser's output lines, awaiting `nextTurn` now and then. Throws
 * `GarbledAnswer` for an invalid answer, and the refusal where the parser reports one.
 */
export async function readParserAnswer(
  [head = "", ...rest]: readonly string[],
  nextTurn: () => Promise<void>,
): Promise<Statement> {
  const told = jsonOf(head);
  if (!isRecord(told)) throw new GarbledAnswer();
  if (told.refused !== undefined) throw refusalOf(told.refused);
  const brokerage = BROKERAGES.find((one) => one === told.brokerage);
  if (brokerage === undefined || told.lines !== rest.length || !Array.isArray(told.columns)) {
    throw new GarbledAnswer();
  }
  const columns = told.columns.map(columnOf);
  const lines: StatementLine[] = [];
  for (const [i, text] of rest.entries()) {
    lines.push(lineOf(jsonOf(text)));
    if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
  }
  return { brokerage, lines, columns };
}

function refusalOf(refused: unknown): DomainError {
  if (!isRecord(refused)) throw new GarbledAnswer();
  const { detail, faults } = refused;
  const code = REFUSAL_CODES.find((one) => one === refused.code);
  if (code === undefined || typeof detail !== "string" || !Array.isArray(faults)) throw new GarbledAnswer();
  return new DomainError(code, detail, {
    faults: faults.map((fault: unknown) => {
      if (!isRecord(fault) || typeof fault.pointer !== "string" || typeof fault.detail !== "string") {
        throw new GarbledAnswer();
      }
      return { pointer: fault.pointer, detail: fault.detail };
    }),
  });
}

function columnOf(told: unknown): ReadColumn {
  if (!isRecord(told)) throw new GarbledAnswer();
  const { sheet, column, header, detail } = told;
  const meaning = COLUMN_MEANINGS.find((one) => one === told.meaning) ?? null;
  const knownBy = WAYS_TO_KNOW.find((one) => one === told.knownBy) ?? null;
  if (meaning !== (told.meaning ?? null) || knownBy !== (told.knownBy ?? null)) throw new GarbledAnswer();
  if (!isTextOrNull(sheet) || typeof column !== "string" || !isTextOrNull(header) || typeof detail !== "string") {
    throw new GarbledAnswer();
  }
  return { sheet, column, header, meaning, knownBy, detail };
}

function lineOf(cells: unknown): StatementLine {
  if (!Array.isArray(cells) || cells.length !== 10) throw new GarbledAnswer();
  const [kind, sheet, row, symbol, isin, name, amc, quantity, price, fault]: readonly unknown[] = cells;
  if ((kind !== "stock" && kind !== "fund") || !isWhole(row) || typeof name !== "string") throw new GarbledAnswer();
  if (
    !isTextOrNull(sheet) || !isTextOrNull(symbol) || !isTextOrNull(isin) || !isTextOrNull(amc) || !isTextOrNull(fault)
  ) {
    throw new GarbledAnswer();
  }
  if (!isNumberOrNull(quantity) || !isNumberOrNull(price)) throw new GarbledAnswer();
  const isWorth = quantity !== null && quantity > 0 && price !== null && price > 0;
  if (fault === null && !isWorth) throw new GarbledAnswer();
  return { kind, sheet, row, symbol, isin, name, amc, quantity, price, fault };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new GarbledAnswer();
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || (typeof value === "number" && Math.abs(value) <= MOST_OF_FIGURES);
}
