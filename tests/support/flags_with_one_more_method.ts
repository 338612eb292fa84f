const ROOT = new URL("../../", import.meta.url);

/**
 * Test helper. Returns the flags with which a process of Deno, and its workers, take `methods_with_one_more.ts` for the
 * list of methods. They name an import map that is written into `folder`.
 */
export async function flagsWithOneMoreMethod(folder: string): Promise<readonly string[]> {
  const { imports }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", ROOT)),
  );
  // An import map, unlike the configuration, names the parts of a package in a line of their own.
  const parts = Object.entries(imports).map(([name, at]) => [`${name}/`, `${at.replace("npm:", "npm:/")}/`]);
  const list = new URL("src/optimization/methods/mod.ts", ROOT).href;
  const longer = new URL("tests/support/methods_with_one_more.ts", ROOT).href;
  const map = {
    imports: { ...imports, ...Object.fromEntries(parts), [list]: longer },
    scopes: { [longer]: { [list]: list } },
  };
  await Deno.writeTextFile(`${folder}/import_map.json`, JSON.stringify(map));
  return [`--import-map=${folder}/import_map.json`];
}
