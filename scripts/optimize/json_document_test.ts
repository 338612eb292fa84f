import assert from "node:assert/strict";
import { DomainError } from "../../src/domain/errors.ts";
import fc from "../../tests/support/fast_check.ts";
import { parseJson } from "./json_document.ts";

Deno.test("parseJson returns the same value as JSON.parse", () => {
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseJson(text, "it"), JSON.parse(text))));
});

Deno.test("a text that is not JSON is refused as malformed_json", () => {
  for (const text of ["", " ", "{", "[1,]", "{'a': 1}", "nothing"]) {
    assert.throws(() => parseJson(text, "the request"), { code: "malformed_json" });
  }
});

Deno.test("a repeated name in one JSON object is refused at its pointer", () => {
  const text = '{"a": [{"b": 1}, {"c": "\\"}, {", "d/e": {"x": 1, "y": 2, "\\u0078": 3}}], "b": 2}';
  assert.throws(() => parseJson(text, "it"), (error) => {
    assert(error instanceof DomainError);
    assert.deepEqual(error.faults.map(({ pointer }) => pointer), ["/a/1/d~1e/x"]);
    assert.match(error.message, /the name "x" twice/);
    return true;
  });
});

Deno.test("pointers to faults in a JSON text begin with the place of the text in the request", () => {
  for (const [text, pointer] of [['{"A": 1, "A": 2}', "/prices/series/A"], ["{", "/prices/series"]]) {
    assert.throws(() => parseJson(text, "it", "/prices/series"), (error) => {
      assert(error instanceof DomainError);
      assert.deepEqual(error.faults.map((fault) => fault.pointer), [pointer]);
      return true;
    });
  }
});

Deno.test("the same name in different JSON objects is accepted", () => {
  parseJson('[{"a": 1}, {"a": {"a": [{"a": 1}]}}]', "it");
});
