import assert from "node:assert/strict";
import { runResultOf } from "../../tests/support/small_results.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { describedFile, matrixOfRows } from "../../src/documents/covariance_file.ts";
import { textOfResult, writeResult } from "./write_result.ts";

const WHOLE = runResultOf(), { covariance } = WHOLE.estimates;
const APART = { ...WHOLE, estimates: { ...WHOLE.estimates, covariance: { ...covariance, file: describedFile(3) } } };

Deno.test("the covariance matrix of many assets is a second file beside the result, which names it", async () => {
  await using folder = await temporaryFolder({});
  const path = `${folder.path}/result.json`;
  assert.deepEqual(await writeResult(path, { ...APART }), [path, `${folder.path}/result.covariance.bin`]);
  const { estimates } = JSON.parse(await Deno.readTextFile(path));
  assert.equal(estimates.covariance.matrix, null);
  assert.deepEqual(estimates.covariance.file, describedFile(3, "result.covariance.bin"));
  const bytes = await Deno.readFile(`${folder.path}/result.covariance.bin`);
  assert.deepEqual(new Float64Array(bytes.buffer), matrixOfRows(covariance.matrix).data);
});

Deno.test("a result on standard output always holds its covariance matrix", () => {
  const { estimates } = JSON.parse(textOfResult({ ...APART }));
  assert.deepEqual([estimates.covariance.matrix, estimates.covariance.file], [covariance.matrix, null]);
  assert.equal(textOfResult({ ...APART }), textOfResult({ ...WHOLE }));
});
