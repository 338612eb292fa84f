/** A record of a file: its trimmed cells, and its line. */
export interface TableRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Column of a file whose numbers are the history of an asset. */
export interface ValueColumn {
  readonly name: string;
  readonly at: number;
  /** Column of closes as traded beside adjusted ones; the same column where there is one alone. */
  readonly closeAt: number;
  /** Column of its own days, where each asset has one; the column of days of the layout if absent. */
  readonly dayAt?: number;
}

/** Where the days, the assets and the values of a table stand. */
export interface Layout {
  /**
   * `wide`: a column for each asset. `one`: the fields of one asset. `levels`: the fields of several assets, under two
   * lines of headings. `long`: a row for each day and asset. `side by side`: a column of days for each asset.
   */
  readonly form: "wide" | "one" | "levels" | "long" | "side by side";
  /** Number of first records that are headings or notes. */
  readonly dataFrom: number;
  readonly header: TableRecord;
  /** Column of days; the first one where assets have their own. */
  readonly dateAt: number;
  /** Whether the column of days has a heading of days, or a day among the first records. */
  readonly hasDays: boolean;
  /** Column with the names of assets in the long form; -1 in the other forms. */
  readonly symbolAt: number;
  /** Column with the series of a symbol in the long form, where NSE trades one symbol in several; -1 if none. */
  readonly seriesAt: number;
  /** Column with the currency of each row in the long form; -1 if none. */
  readonly currencyAt: number;
  readonly columns: readonly ValueColumn[];
  /** Headings of columns that are left out, by the reason. */
  readonly leftOut: LeftOutColumns;
  /** Records before the header that are left out as notes. */
  readonly notes: readonly TableRecord[];
  /** Whether the values are closes by their headings, and thus no returns. */
  readonly areCloses: boolean;
  /** Heading of the closes of the first asset below two levels of headings; null in the other forms. */
  readonly taken: string | null;
  /** Name of a column of raw closes that was taken because no adjusted one is there; null otherwise. */
  readonly rawClose: string | null;
}

export interface LeftOutColumns {
  /** Unnamed columns of row numbers beside the days. */
  readonly index: readonly string[];
  /** Columns that are no asset: fields of a share, sums, letters. */
  readonly fields: readonly string[];
  /** Columns of days or times beside the days of the table. */
  readonly days: readonly string[];
}

/** Why no layout was found. */
export interface NoLayout {
  readonly problem: string;
  readonly line: number;
}

export interface LayoutOptions {
  /** What the values are; prices if absent. */
  readonly kind?: "prices" | "returns";
  /** Name of the asset of a file that holds one asset alone. */
  readonly name: string;
  /** Names of columns that the caller wants as they are. */
  readonly wanted?: readonly string[];
  /** Largest number of assets that the caller takes; any number if absent. */
  readonly mostAssets?: number;
  /** Whether a single column that names no asset, such as `Close`, is the asset of the file's name. */
  readonly isNamedByFile?: boolean;
}
