import { MARKET_READINGS, type MarketReadings } from "./readings/mod.ts";

/**
 * Interface that runs long computations on market data, such as parsing a list, for example in a worker. Input bytes
 * that threads do not share are transferred and gone afterwards.
 */
export interface MarketReader {
  run<Name extends keyof MarketReadings>(
    name: Name,
    inputs: MarketReadings[Name]["inputs"],
  ): Promise<MarketReadings[Name]["output"]>;
}

/**
 * Runs computations on market data (such as parsing a list) in the current thread, for callers that block nobody else.
 */
export const READER_HERE: MarketReader = {
  run: async (name, inputs) => await MARKET_READINGS[name].compute(inputs),
};

/**
 * Returns a `MarketReader` that runs small computations in the current thread and passes large ones to another reader,
 * such as a worker.
 */
export function readerOfLarge(other: MarketReader): MarketReader {
  return {
    run: async (name, inputs) => await (MARKET_READINGS[name].isSmall(inputs) ? READER_HERE : other).run(name, inputs),
  };
}
