/** Returns the text of a file, or null where the file does not exist. */
export async function readIfPresent(address: URL): Promise<string | null> {
  try {
    return await Deno.readTextFile(address);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}
