import assert from "node:assert/strict";
import { runResultOf } from "../support/small_results.ts";
import { runArtifacts } from "../../src/reports/run_artifacts.ts";
import { covarianceBytes, covarianceRows, describedFile, matrixOfRows } from "../../src/documents/covariance_file.ts";
import { outcomeOf, runResult } from "../../src/documents/run_result.ts";
import { readStoredResult } from "../../src/documents/stored_result.ts";

const ROWS = [Float64Array.of(1, 0.5), Float64Array.of(0.5, 2)];

Deno.test("the file of a covariance matrix has float64 values, little-endian, row by row", () => {
  const bytes = covarianceBytes(ROWS), view = new DataView(bytes.buffer);
  assert.equal(bytes.length, 4 * 8);
  assert.deepEqual([0, 8, 16, 24].map((at) => view.getFloat64(at, true)), [1, 0.5, 0.5, 2]);
  assert.deepEqual(covarianceRows(bytes, 2), ROWS);
  assert.throws(() => covarianceRows(bytes, 3), /A covariance matrix of 3 assets needs 9 values, got 4/);
});

Deno.test("a result that names a file has no matrix, and is read with the matrix of that file", () => {
  const whole = runResultOf(), { covariance } = whole.estimates;
  const apart = { ...whole, estimates: { ...whole.estimates, covariance: { ...covariance, file: describedFile(3) } } };
  const files = runArtifacts(apart);
  const [document, file] = ["result.json", "covariance.bin"].map((name) => files.find((one) => one.name === name));
  assert.ok(document !== undefined && file !== undefined);
  const written = runResult.schema.parse(JSON.parse(new TextDecoder().decode(document.content)));
  assert.deepEqual(written.estimates.covariance, {
    assets: covariance.assets,
    matrix: null,
    file: {
      name: "covariance.bin",
      type: "float64",
      byte_order: "little-endian",
      order: "row by row",
      rows: 3,
      columns: 3,
    },
    repair: null,
  });

  const stored = { document: document.content, covariance: file.content };
  const read = readStoredResult(stored).estimates.covariance;
  assert.deepEqual(matrixOfRows(read.matrix), matrixOfRows(covariance.matrix));
  const expected = outcomeOf(whole).estimates(null);
  assert.deepEqual(runResult.read(document.content).estimates(file.content), expected);
  assert.throws(() => readStoredResult({ ...stored, covariance: null }), /no covariance matrix/);
});

Deno.test("a result without such a file holds its matrix, whether its rows are lists or typed arrays", () => {
  const whole = runResultOf(), { covariance } = whole.estimates;
  const matrix = covariance.matrix.map((row) => Float64Array.from(row));
  const typed = { ...whole, estimates: { ...whole.estimates, covariance: { ...covariance, matrix } } };
  assert.deepEqual(runResult.write(typed), runResult.write(whole));
  assert.deepEqual(runArtifacts(typed).filter(({ name }) => name === "covariance.bin"), []);
});
