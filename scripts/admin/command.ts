import type { Config } from "../../src/config.ts";
import type { Store } from "../../src/store/open_store.ts";

/** Context of an operator's command: the settings, options and functions that it uses. */
export interface AdminContext {
  readonly config: Config;
  /** Options that the operator gave to the command, for example `--end-keys`. */
  readonly given: ReadonlySet<string>;
  /** Function that shows a line to the operator. */
  print(line: string): void;
  /**
   * Opens the store that the settings name. It is closed when the command ends. With `takesBucket` the store becomes
   * one of the installation that owns the bucket.
   */
  store(options?: { readonly takesBucket?: boolean }): Promise<Store>;
}

/** One command of `deno task admin`. */
export interface Command {
  readonly name: string;
  /** Names of the required arguments of an operator's command, in order. */
  readonly parameters: readonly string[];
  /** Names of the optional arguments after the required ones. The last may repeat. None where absent. */
  readonly rest?: readonly string[];
  readonly summary: string;
  /** Options that may stand anywhere after the command name, for example `--end-keys`. None where absent. */
  readonly options?: readonly string[];
  /**
   * Runs the command. `values` holds the required and optional arguments, `context.given` the options. Throws
   * `UsageError` for values that cannot be used.
   */
  run(values: readonly string[], context: AdminContext): Promise<void>;
}
