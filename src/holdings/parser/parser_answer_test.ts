import assert from "node:assert/strict";
import { anyCharacter } from "../../../tests/support/any_character.ts";
import fc from "../../../tests/support/fast_check.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Statement } from "../statement.ts";
import { GarbledAnswer, lineOfRefusal, linesOfStatement, readParserAnswer } from "./parser_answer.ts";

const nextTurn = (): Promise<void> => Promise.resolve();

const textOrNull = fc.option(fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed()), { nil: null });
const statements: fc.Arbitrary<Statement> = fc.record({
  brokerage: fc.constantFrom("zerodha", "groww", "icici_direct"),
  columns: fc.array(fc.record({
    sheet: textOrNull,
    column: fc.constantFrom("A", "AZ"),
    header: textOrNull,
    meaning: fc.constantFrom("isin", "quantity", null),
    knownBy: fc.constantFrom("header", "figures", null),
    detail: fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed()),
  }, { noNullPrototype: true })),
  lines: fc.array(fc.record({
    kind: fc.constantFrom("stock", "fund"),
    sheet: textOrNull,
    row: fc.integer({ min: 1, max: 1_048_576 }),
    symbol: textOrNull,
    isin: textOrNull,
    name: fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed()),
    amc: textOrNull,
    quantity: fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
    price: fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
    fault: textOrNull,
  }, { noNullPrototype: true })),
}, { noNullPrototype: true });

Deno.test("a statement passes unchanged from the parser process to the service, whatever its texts contain", async () => {
  await fc.assert(fc.asyncProperty(statements, async (statement) => {
    assert.deepEqual(await readParserAnswer([...linesOfStatement(statement)], nextTurn), statement);
  }));
});

Deno.test("a refusal passes unchanged from the parser process to the service, which takes no code like internal", async () => {
  const faults = [{ pointer: "/content_base64", detail: "Cannot use it" }];
  const line = lineOfRefusal({ code: "validation_failed", detail: "Cannot", faults });
  await assert.rejects(readParserAnswer([line], nextTurn), (error) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual([error.code, error.message, error.faults], ["validation_failed", "Cannot", faults]);
    return true;
  });
  await assert.rejects(readParserAnswer([line.replace("validation_failed", "internal")], nextTurn), GarbledAnswer);
});

Deno.test("lines of any other form than a statement or a refusal are refused as garbled", async () => {
  const line = '["stock",null,24,"A",null,"A",null,1,100,null]';
  const head = '{"brokerage":"zerodha","lines":1,"columns":[]}';
  assert.equal((await readParserAnswer([head, line], nextTurn)).lines.length, 1);
  const garbled: readonly (readonly string[])[] = [
    ["{}"],
    ["null"],
    ["[]"],
    ["no JSON"],
    [head],
    [head, line, line],
    [head.replace("zerodha", "another"), line],
    [head.replace(',"columns":[]', ""), line],
    [head.replace("[]", "[5]"), line],
    [head.replace("[]", '[{"sheet":null,"column":"A","header":null,"meaning":"x","knownBy":null,"detail":""}]'), line],
    [head.replace("[]", '[{"sheet":null,"column":1,"header":null,"meaning":null,"knownBy":null,"detail":""}]'), line],
    [head.replace("1", "0"), line],
    [head, line.replace('"stock"', '"bond"')],
    [head, line.replace("24", "2.5")],
    [head, line.replace("100", '"100"')],
    [head, line.replace("100", "0")],
    [head, line.replace("100", "null")],
    [head, line.replace(",100,", ",-100,")],
    [head, line.replace("100", "1e999")],
    [head, line.replace("]", ",1]")],
    [head, line.replace('"A",null,"A"', '{},null,"A"')],
    ['{"refused":{}}'],
    ['{"refused":{"code":"malformed_json","detail":5,"faults":[]}}'],
    ['{"refused":{"code":"malformed_json","detail":"a","faults":[5]}}'],
  ];
  for (const lines of garbled) await assert.rejects(readParserAnswer(lines, nextTurn), GarbledAnswer, lines.join());
  await fc.assert(fc.asyncProperty(fc.array(fc.json(), { minLength: 1 }), async (lines) => {
    await assert.rejects(readParserAnswer(lines, nextTurn), GarbledAnswer);
  }));
});
