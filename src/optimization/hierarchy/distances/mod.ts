import { type Registry, registry } from "../../../domain/registry.ts";
import { absolute } from "./absolute.ts";
import type { Distance } from "./distance.ts";
import { kendall } from "./kendall.ts";
import { pearson } from "./pearson.ts";
import { spearman } from "./spearman.ts";

/** All distances by which assets can be clustered. */
export const DISTANCES: Registry<Distance> = registry([pearson, spearman, kendall, absolute]);
