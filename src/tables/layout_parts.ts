import type { Header } from "./header.ts";
import type { LayoutOptions, TableRecord } from "./layout.ts";

/** What is known of a table before its columns are told apart. */
export interface LayoutParts {
  readonly records: readonly TableRecord[];
  readonly header: Header;
  readonly hasDays: boolean;
  readonly dateAt: number;
  readonly options: LayoutOptions;
}
