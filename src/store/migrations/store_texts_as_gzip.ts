import type { Migration } from "./migration.ts";

/**
 * Migration to schema version 3, from which on texts of jobs are stored as gzip. Those that are stored already are read
 * as they are, so nothing changes. The version keeps out earlier programs, which would send gzip for the text.
 */
export const storeTextsAsGzip: Migration = { version: 3, migrate: () => Promise.resolve() };
