import assert from "node:assert/strict";
import { UsageError } from "../optimize/arguments.ts";
import { returnsOfFolder } from "./returns_source.ts";

Deno.test("the benchmark reads returns of a given size from the file named after it, and refuses a file of another size", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const csv = "date,A0,A1\n2010-01-04,0.01,-0.02\n2010-01-05,0.03,0.5\n2010-01-06,0,1e-3\n";
    await Deno.writeTextFile(`${folder}/returns_2_3.csv`, csv);
    await Deno.writeTextFile(`${folder}/returns_2_4.csv`, csv);
    const source = returnsOfFolder(folder);
    const { rows, columns, data } = await source({ assets: 2, observations: 3 });
    assert.deepEqual([rows, columns, ...data], [3, 2, 0.01, -0.02, 0.03, 0.5, 0, 0.001]);
    await assert.rejects(source({ assets: 2, observations: 4 }), /it is 3 × 2/);
    await assert.rejects(source({ assets: 3, observations: 3 }), UsageError);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
