import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { makePrivateFile } from "./private_file.ts";
import { UsageError } from "./usage_error.ts";

Deno.test("a private file replaces a symbolic link at its path and leaves the link's target unchanged", async () => {
  await using folder = await temporaryFolder({ "kept": "as it was" });
  const path = `${folder.path}/copy.unfinished`;
  await Deno.symlink(`${folder.path}/kept`, path);
  const file = await makePrivateFile(path, "Cannot copy");
  await file.write(new TextEncoder().encode("secret"));
  file.close();
  assert.equal(await Deno.readTextFile(`${folder.path}/kept`), "as it was");
  const { isSymlink, mode } = await Deno.lstat(path);
  assert.deepEqual([isSymlink, (mode ?? 0) & 0o777], [false, 0o600]);
});

Deno.test("a private file begins empty where an interrupted command left one", async () => {
  await using folder = await temporaryFolder({ "copy.unfinished": "half" });
  (await makePrivateFile(`${folder.path}/copy.unfinished`, "Cannot copy")).close();
  assert.equal(await Deno.readTextFile(`${folder.path}/copy.unfinished`), "");
});

Deno.test("a private file in a missing folder is refused with a usage error that names the folder", async () => {
  await using folder = await temporaryFolder();
  const made = makePrivateFile(`${folder.path}/none/copy`, "Cannot copy");
  await assert.rejects(made, (error) => error instanceof UsageError && /^Cannot copy: .*none"/.test(error.message));
});
