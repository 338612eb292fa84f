import { DomainError } from "../../domain/errors.ts";

/** Error for one file of a market data folder that cannot be read. It says nothing about the other files. */
export class UnreadableFile extends DomainError {
  /** Path of the file relative to the market data folder. */
  readonly path: string;

  constructor(path: string, why: string) {
    super("market_data_unavailable", `Cannot read "${path}" of the market data: ${why}`);
    this.name = "UnreadableFile";
    this.path = path;
  }
}
