import { UsageError } from "./arguments.ts";

/**
 * Creates the folder of the charts where it does not exist. Throws `UsageError` where that fails, before any work is
 * done.
 */
export async function makeChartFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`Cannot write charts to "${folder}": ${error instanceof Error ? error.message : error}`);
  }
}
