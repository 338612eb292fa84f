import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { pricesBody } from "../../tests/support/submission.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { DomainError } from "../domain/errors.ts";
import { readJsonText } from "../faults/json_text.ts";
import { jsonParts } from "./json_parts.ts";
import { PlainHistory } from "../tables/plain_history.ts";
import { readRunBody } from "./read_run_body.ts";
import { parseRequest } from "./run_request.ts";

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Numbers as programs and people write them, and others. */
const NUMBERS = [
  "0",
  "-0",
  "0.0",
  "-0.00",
  "1",
  "100.0",
  "1.50",
  "0.001",
  "0.0000012",
  "1e-7",
  "1E+3",
  "1e22",
  "123456789",
];
const LONG = [
  "1234567890123456789",
  "101.23456789012345",
  "0.1234567890123456789",
  "1e400",
  "1e-400",
  "5e-324",
  "1e21",
];
const BROKEN = ["01", "1.", ".5", "+1", "-", "1e", "NaN", "nul", "null", "true", '"1"', "1_0", "[1]", "{}", ""];
const NAMES = ['"A"', '"B"', '"C d"', '"12"', '"__proto__"', '"\\u0041"', '"Ä"', '"A\n"', '""', '"series"'];

const blanks = fc.constantFrom("", "", " ", "\n\t ");
const number = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NUMBERS, ...LONG) },
  { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom("null") },
);
const cell = fc.oneof({ weight: 200, arbitrary: number }, { weight: 1, arbitrary: fc.constantFrom(...BROKEN) });
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("A", "B", "C", "D e", "F").map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
);

/** Returns the text of a list or an object with blanks between its members. */
function between(open: string, members: readonly string[], close: string, blank: string): string {
  return open + blank + members.join(`${blank},${blank}`) + blank + close;
}

const column = fc.record({ name, cells: fc.array(cell, { minLength: 3, maxLength: 3 }), isLong: fc.nat({ max: 40 }) });
const history = fc.record({
  columns: fc.array(column, { maxLength: 4 }),
  dates: fc.constantFrom(["2020-01-01", "2020-01-02T00:00:00", "2020-01-03"], ["2020-01-01", "x", "2020-01-03"]),
  isTurned: fc.boolean(),
  blank: blanks,
}).map(({ columns, dates, isTurned, blank }) => {
  const series = columns.map(({ name, cells, isLong }) =>
    `${name}${blank}:${blank}${between("[", isLong === 0 ? [...cells, "1"] : cells, "]", blank)}`
  );
  const fields = [
    `"dates":${between("[", dates.map((date) => JSON.stringify(date)), "]", blank)}`,
    `"series"${blank}:${between("{", series, "}", blank)}`,
  ];
  return between("{", isTurned ? fields.reverse() : fields, "}", blank);
});
const body = fc.record({
  history,
  field: fc.constantFrom("prices", "prices", "returns"),
  before: fc.constantFrom("", '"name":"a \\"prices\\":{","x":[{"prices":{}}],', '"seed":1.0,', '"prices":{},'),
  after: fc.constantFrom(
    "",
    ',"methods":["min_volatility"]',
    ',"returns":{"dates":[],"series":{}}',
    ",",
    ',"prices":1',
  ),
  blank: blanks,
}).map(({ history, field, before, after, blank }) =>
  `${blank}{${blank}${before}"${field}"${blank}:${history}${after}}${blank}`
);

/** What a reader makes of a body: its value, or its error. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message, faults: error.faults };
  }
}

/** Returns the JSON text of a body, and the request or the faults that the reader of requests makes of it. */
function told(body: unknown): unknown {
  const text = typeof body === "object" && body !== null && !Array.isArray(body)
    ? jsonParts({ ...body }).map(({ before, value }) => decoder.decode(before) + decoder.decode(value)).join("") + "}"
    : JSON.stringify(body);
  return { text, request: outcome(() => parseRequest(body)) };
}

function agrees(bytes: Uint8Array): void {
  assert.deepEqual(
    outcome(() => told(readRunBody(bytes))),
    outcome(() => told(readJsonText(bytes))),
    decoder.decode(bytes),
  );
}

Deno.test(
  testInTurn(
    "a body whose history is read from its bytes has the same text, request and faults as one of JSON.parse",
    () => {
      fc.assert(fc.property(body, (text) => agrees(encoder.encode(text))), { numRuns: 3_000 });
    },
  ),
);

Deno.test("a damaged body has the same faults, however its history is read", () => {
  const sent = JSON.stringify({ methods: ["min_volatility"], ...pricesBody(2, 8), seed: 3 });
  const bytes = encoder.encode(sent),
    damage = fc.record({ at: fc.nat({ max: bytes.length }), byte: fc.nat({ max: 255 }) });
  fc.assert(
    fc.property(damage, fc.constantFrom("set", "cut", "add"), ({ at, byte }, how) => {
      if (how === "set") agrees(bytes.with(Math.min(at, bytes.length - 1), byte));
      else if (how === "cut") agrees(bytes.slice(0, at));
      else agrees(Uint8Array.of(...bytes.subarray(0, at), byte, ...bytes.subarray(at)));
    }),
    { numRuns: 1_500 },
  );
});

Deno.test("histories as programs write them are read from their bytes", () => {
  const { prices, ...rest } = pricesBody(3, 20);
  for (const space of ["", " ", "\n  "]) {
    for (const sent of [{ prices, ...rest }, { ...rest, returns: prices }]) {
      const read = readRunBody(encoder.encode(JSON.stringify(sent, null, space)));
      assert.ok(typeof read === "object" && read !== null);
      assert.ok(Object.values(read).some((value) => value instanceof PlainHistory));
    }
  }
});
