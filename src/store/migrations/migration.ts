import type { StoreContext } from "../context.ts";

/**
 * A step from one version of what is stored to the next. It may be killed at any line and begun anew, by another
 * process at the same time too: what it has changed already it leaves alone.
 */
export interface Migration {
  /** The version it leads to. */
  readonly version: number;
  migrate(context: StoreContext): Promise<void>;
}
