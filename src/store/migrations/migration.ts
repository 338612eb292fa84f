import type { StoreContext } from "../context.ts";

/**
 * A step that migrates the stored data from one schema version to the next. It may be killed at any point and repeated,
 * also by several processes at once, so it must skip data that it has already changed.
 */
export interface Migration {
  /** Schema version to which the migration leads. */
  readonly version: number;
  migrate(context: StoreContext): Promise<void>;
}
