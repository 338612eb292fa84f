/** The text of a file; null where there is none. */
export async function readIfPresent(address: URL): Promise<string | null> {
  try {
    return await Deno.readTextFile(address);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
