import type { StoreContext } from "../context.ts";

/**
 * A step that migrates the stored data from one schema version to the next. It may be killed at any point and repeated,
 * also by several processes at once, so it must skip data that it has already changed.
 */
export interface Migration {
  /** Schema version that the migration leads to. */
  readonly version: number;
  migrate(context: StoreContext): Promise<void>;
}
