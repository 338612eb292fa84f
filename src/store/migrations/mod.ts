import type { Migration } from "./migration.ts";
import { noteRunsWithoutFigures } from "./note_runs_without_figures.ts";
import { storeTextsAsGzip } from "./store_texts_as_gzip.ts";

/**
 * All migrations in the order of their versions, without gaps, from version 2 on. A new store begins with the latest
 * version and needs none of them.
 */
export const MIGRATIONS: readonly Migration[] = [noteRunsWithoutFigures, storeTextsAsGzip];
