import { DomainError } from "../../src/domain/errors.ts";
import { type MarketFile, MarketFolder } from "../../src/market_data/readers/market_folder.ts";

/** Code and sentence with which a market data folder refused to read a file, or null where it read the file. */
export type RefusalOfRead = readonly [code: string, sentence: string] | null;

/**
 * Test helper. Reads a file of a market data folder in each of the three ways: whole, its first lines, its last lines.
 * Returns how each was refused. As the main module of a process it takes the folder and the name of the file as
 * arguments and prints the answer as JSON, so that a test can read in a process of fewer rights.
 */
export async function refusalsOfReads(folder: string, name: string): Promise<readonly RefusalOfRead[]> {
  const market = new MarketFolder(folder);
  const file: MarketFile = { path: name, name, bytes: 0, modifiedMs: 0 };
  return await Promise.all([
    refusalOf(market.text(file)),
    refusalOf(market.firstLines(file, 1)),
    refusalOf(market.lastLines(file, { bytes: 10, places: 1 })),
  ]);
}

async function refusalOf(reading: Promise<unknown>): Promise<RefusalOfRead> {
  try {
    await reading;
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.message];
  }
}

if (import.meta.main) {
  const [folder, name] = Deno.args;
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await refusalsOfReads(folder, name)));
}
