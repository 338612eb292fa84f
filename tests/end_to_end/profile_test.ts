import assert from "node:assert/strict";
import { pricesBody } from "../support/submission.ts";
import { argumentsOfTask } from "../support/task_arguments.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

async function profiled(path: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = new Deno.Command(Deno.execPath(), { args: ["run", ...argumentsOfTask("profile"), path] });
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test(
  testInTurn(
    "a profile shows the phases and the files of a request, by the local command and by a service",
    async () => {
      await using folder = await temporaryFolder({ "request.json": JSON.stringify(pricesBody(3, 60)) });
      const { code, out, err } = await profiled(`${folder.path}/request.json`);
      assert.equal(code, 0, err);
      const [, local = "", served = ""] = /^Local run: ([^]*)^Run of the service: ([^]*)$/m.exec(out) ?? [];
      for (const phase of ["start", "read", "align", "solve", "certify", "statistics", "sampler", "write"]) {
        assert.match(local, new RegExp(`^${phase} +\\d+\\.\\d`, "m"));
      }
      // The service aligns an own history when the run is submitted.
      for (const phase of ["submit", "queue", "load", "read", "solve", "statistics", "documents", "store"]) {
        assert.match(served, new RegExp(`^${phase} +\\d+\\.\\d`, "m"));
      }
      for (const part of [local, served]) {
        assert.match(part, /^src\/\S+\.ts +\d+\.\d/m);
        // Threads cannot work longer than the run lasts. A larger sum has counted another run too, for example the one
        // that warms the service up.
        const [, whole, busy, threads] = /^(\d+) ms, (\d+) ms of processor time in (\d) threads$/m.exec(part) ?? [];
        assert.ok(Number(busy) <= Number(threads) * Number(whole), part);
      }
    },
  ),
);

Deno.test(
  testInTurn("a profile of no file, or of a request that is refused, ends with one reason and no table", async () => {
    await using folder = await temporaryFolder({ "request.json": '{"methods":["min_volatility"]}' });
    const absent = await profiled(`${folder.path}/absent.json`);
    assert.equal(absent.code, 2);
    assert.match(absent.err, /absent\.json/);
    const refused = await profiled(`${folder.path}/request.json`);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /ended with exit code 2, so there is no profile/);
    assert.doesNotMatch(refused.out, /phase/);
  }),
);
