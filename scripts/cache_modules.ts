/**
 * Downloads every package that the service imports and caches all of its modules, those of its workers and processes
 * as well: the build step of the hosted platform (`deploy` in `deno.json`), so that an instance downloads nothing. The
 * versions and checksums are those of `deno.lock`, which stays as it is: `deno cache` would add packages of types
 * alone. Run by `deno task modules`.
 */
const ROOT = new URL("../", import.meta.url);

if (import.meta.main) {
  const files = ["deploy.ts", ...await sources("src")];
  const lock = await Deno.makeTempFile({ suffix: ".lock" });
  try {
    await Deno.copyFile(new URL("deno.lock", ROOT), lock);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["cache", "--quiet", `--lock=${lock}`, "--frozen=false", ...files],
      cwd: ROOT,
      stdin: "null",
    }).spawn().status;
    if (code !== 0) Deno.exit(code);
  } finally {
    await Deno.remove(lock);
  }
}

/** Returns the paths of the modules in a folder of the project and in the folders inside it, without tests. */
async function sources(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await sources(path));
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) found.push(path);
  }
  return found;
}
