/** Writes a file whole or not at all: beside its place first, then renamed onto it. A device is written as it is. */
export async function writeWhole(path: string, text: string): Promise<void> {
  if (await isSpecial(path)) return await Deno.writeTextFile(path, text);
  const partial = `${path}.${Deno.pid}.partial`;
  try {
    await Deno.writeTextFile(partial, text);
    await Deno.rename(partial, path);
  } catch (error) {
    await Deno.remove(partial).catch(() => undefined);
    throw error;
  }
}

async function isSpecial(path: string): Promise<boolean> {
  const info = await Deno.stat(path).catch(() => null);
  return info !== null && !info.isFile && !info.isDirectory;
}
