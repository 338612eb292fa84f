import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { queryValues } from "./query_values.ts";

const urlOf = (query: string): URL => new URL(`https://localhost/list?${query}`);

function refusalOf(url: URL): string {
  try {
    queryValues(url);
  } catch (error) {
    if (error instanceof DomainError && error.code === "validation_failed") return error.message;
    throw error;
  }
  return "none";
}

/**
 * Test helper. Returns a URL whose query has the given number of names. It counts how many names are read, and fails if
 * a value is looked up by name.
 */
function watchedUrl(names: number): { readonly url: URL; readonly read: () => number } {
  const url = urlOf(Array.from({ length: names }, (_, i) => `p${i}`).join("&"));
  let read = 0;
  const searchParams = new Proxy(url.searchParams, {
    get(target, property) {
      assert.equal(property, Symbol.iterator, "a look-up goes through every name");
      return function* () {
        for (const entry of target) {
          read++;
          yield entry;
        }
      };
    },
  });
  return {
    url: new Proxy(url, { get: (_, name) => name === "searchParams" ? searchParams : url.search }),
    read: () => read,
  };
}

Deno.test("a query is read in one pass that stops at the fifty-first parameter", () => {
  for (const [names, passed] of [[10, 10], [50, 50], [51, 51], [1_000, 51]]) {
    const { url, read } = watchedUrl(names);
    const refused = refusalOf(url);
    assert.equal(refused, names > 50 ? "Cannot take a query of more than 50 parameters" : "none");
    assert.equal(read(), passed);
  }
});

Deno.test("a query of more than 8 KiB is refused before its parameters are read", () => {
  assert.equal(refusalOf(urlOf("q=".padEnd(8_191, "x"))), "none");
  assert.equal(
    refusalOf(urlOf("q=".padEnd(8_192, "x"))),
    "Cannot take a query of 8193 characters: it takes at most 8192",
  );
  const { url, read } = watchedUrl(16_000);
  assert.match(refusalOf(url), /^Cannot take a query of \d+ characters/);
  assert.equal(read(), 0);
});

Deno.test("query names like constructor are ordinary, __proto__ is refused, and a repeated name is one fault", () => {
  const { values, faults } = queryValues(urlOf("constructor=a&__proto__=b&toString=c&a=1&a=2&a=3&b=%00"));
  assert.deepEqual(Object.entries(values), [["constructor", "a"], ["toString", "c"]]);
  assert.deepEqual(faults, [
    { pointer: "/query/__proto__", detail: 'Cannot find field "__proto__": there is no such field, leave it out' },
    { pointer: "/query/a", detail: 'Cannot take "a" more than once' },
    { pointer: "/query/b", detail: "Cannot take a text with the character NUL" },
  ]);
});
