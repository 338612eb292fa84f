import { type Registry, registry } from "../../../domain/registry.ts";
import { absolute } from "./absolute.ts";
import type { Distance } from "./distance.ts";
import { kendall } from "./kendall.ts";
import { pearson } from "./pearson.ts";
import { spearman } from "./spearman.ts";

/** Every distance that assets may be clustered by. */
export const DISTANCES: Registry<Distance> = registry([pearson, spearman, kendall, absolute]);
