import type { Config } from "../../src/config.ts";
import type { Store } from "../../src/store/open_store.ts";

/** What a command works with. */
export interface AdminContext {
  readonly config: Config;
  /** Which of its options the command was given. */
  readonly given: ReadonlySet<string>;
  /** Shows a line to the operator. */
  print(line: string): void;
  /** Opens the store of the settings; it is closed when the command ends. */
  store(): Promise<Store>;
}

/** One command of `deno task admin`. */
export interface Command {
  readonly name: string;
  /** What its arguments are called, in their order. */
  readonly parameters: readonly string[];
  /** What may stand behind them, the last any number of times; nothing if absent. */
  readonly rest?: readonly string[];
  readonly summary: string;
  /** Words that may stand anywhere behind its name, as `--end-keys`; none if absent. */
  readonly options?: readonly string[];
  /**
   * `values` has one value for each parameter and those behind them, `context.given` the options. Throws a `UsageError`
   * for values that cannot be used.
   */
  run(values: readonly string[], context: AdminContext): Promise<void>;
}
