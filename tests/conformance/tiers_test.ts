import assert from "node:assert/strict";
import { testFiles } from "../../scripts/run_tests/test_files.ts";

/**
 * Names that a test file may import from `tests/support/tier.ts`. They are the only ways to leave something out of the
 * part of the tests that `deno task test` runs.
 */
const WAYS = new Set([
  "fullTest",
  "IS_FULL_RUN",
  "partOf",
  "problemCount",
  "problemSeeds",
  "testedCases",
  "testInTurn",
]);

/** Path of the test file that tests these names themselves, on test files that it writes. */
const OF_THE_WAYS = "scripts/run_tests_test.ts";

const SOURCES = testFiles().map((file) => ({ file, source: Deno.readTextFileSync(file) }));

Deno.test("test files skip tests only through the listed names of tests/support/tier.ts and never read TEST_SEED", () => {
  for (const { file, source } of SOURCES) {
    for (const [, names] of source.matchAll(/import \{([^}]*)\} from "[^"]*support\/tier\.ts"/g)) {
      for (const name of names.split(",").map((one) => one.trim())) assert.ok(WAYS.has(name), `${file}: ${name}`);
    }
    if (file === OF_THE_WAYS || file === import.meta.filename?.slice(Deno.cwd().length + 1)) continue;
    assert.doesNotMatch(source, /TEST_SEED/, file);
  }
});

Deno.test("every fullTest is given to Deno.test and names in heldBy a Deno.test of the same file", () => {
  for (const { file, source } of SOURCES) {
    if (file === OF_THE_WAYS) continue;
    assert.doesNotMatch(source, /(?<!Deno\.test\(\s*)\bfullTest\(/, `${file} does not give a fullTest to Deno.test`);
    const names = new Set(
      [...source.matchAll(/Deno\.test\(\s*(?:\{\s*name:\s*)?(["`])(.*?)\1,/gs)].map(([, , name]) => name),
    );
    for (const [call] of source.matchAll(/\bfullTest\([\s\S]*?\}, /g)) {
      const [, , holder] = /heldBy:\s*(["`])(.*?)\1/s.exec(call) ?? [];
      assert.ok(holder !== undefined && names.has(holder), `${file}: no test is called ${holder}`);
    }
  }
});

Deno.test("no test that another one names in heldBy runs in turn, and every testInTurn is given to Deno.test", () => {
  for (const { file, source } of SOURCES) {
    if (file === OF_THE_WAYS) continue;
    assert.doesNotMatch(source, /(?<!Deno\.test\(\s*)\btestInTurn\(/, `${file} does not give a test to Deno.test`);
    const inTurn = [...source.matchAll(/\btestInTurn\(\s*(?:\{\s*name:\s*)?(["`])(.*?)\1,/gs)].map(([, , name]) =>
      name
    );
    for (const [, , holder] of source.matchAll(/heldBy:\s*(["`])(.*?)\1/gs)) {
      assert.ok(!inTurn.includes(holder), `${file}: "${holder}" holds the promise of another test and must always run`);
    }
  }
});

Deno.test("every test file registers a test", () => {
  const files = new Set(testFiles());
  assert.ok(files.size > 400, `${files.size} files`);
  for (const { file, source } of SOURCES) {
    assert.match(source, /\bDeno\.test\b|testOf|testWith/, `${file} has no test`);
  }
});
