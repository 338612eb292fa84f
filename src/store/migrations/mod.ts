import type { Migration } from "./migration.ts";
import { noteRunsWithoutFigures } from "./note_runs_without_figures.ts";

/** In the order of their versions, one after another, from 2 on: a new store begins with the latest. */
export const MIGRATIONS: readonly Migration[] = [noteRunsWithoutFigures];
