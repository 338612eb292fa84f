import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("a package missing from the lock file is refused, and the lock file stays unchanged", async () => {
  const empty = '{"version":"5"}';
  const configuration = await Deno.readTextFile(new URL("deno.json", ROOT));
  await using folder = await temporaryFolder({
    "deno.json": configuration,
    "deno.lock": empty,
    "main.ts": 'import { z } from "zod";\nz.string();\n',
  });
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--cached-only", "main.ts"],
    cwd: folder.path,
    env: { NO_COLOR: "1" },
  }).output();
  const told = new TextDecoder().decode(stderr);
  assert.deepEqual([code, await Deno.readTextFile(`${folder.path}/deno.lock`)], [1, empty], told);
  assert.match(told, /lockfile is out of date/i);
});
