import { MARKET_READINGS, type MarketReadings } from "./readings/mod.ts";

/**
 * Does what takes a while, as in a worker. Bytes among the inputs that threads do not share are gone afterwards.
 */
export interface MarketReader {
  run<Name extends keyof MarketReadings>(
    name: Name,
    inputs: MarketReadings[Name]["inputs"],
  ): Promise<MarketReadings[Name]["output"]>;
}

/** Does it in this thread, where nobody else waits for it. */
export const READER_HERE: MarketReader = {
  run: async (name, inputs) => await MARKET_READINGS[name].compute(inputs),
};

/** Has another do what is large, as a worker does. */
export function readerOfLarge(other: MarketReader): MarketReader {
  return {
    run: async (name, inputs) => await (MARKET_READINGS[name].isSmall(inputs) ? READER_HERE : other).run(name, inputs),
  };
}
