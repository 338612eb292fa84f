import type { Dependencies } from "../../../dependencies.ts";
import type { Account } from "../../../domain/account.ts";
import type { GroupOfAsset } from "../../../domain/classification_map.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { JobId } from "../../../domain/identifier.ts";
import type { Job } from "../../../domain/job.ts";
import type { RunComparison } from "../../../documents/run_comparison.ts";
import { comparedRun } from "../../../jobs/compared_run.ts";
import { savedMapsOfAccount } from "../../../jobs/saved_maps_of.ts";
import type { SurfaceRun } from "./surface_body.ts";
import { surfaceOfRun } from "./surface_of_run.ts";

interface SurfaceQuery {
  readonly page_size: number;
  readonly cursor?: string | undefined;
  readonly curve_methods?: string | undefined;
  readonly groups?: string | undefined;
}

/**
 * Returns one page of the runs in a saved comparison, with the data by which they are compared. Throws `not_found` if
 * the account has no such comparison, `invalid_cursor`, and `validation_failed` if the account has no such
 * classification map or its plan does not include maps.
 */
export async function readSurface(
  dependencies: Pick<Dependencies, "comparisons" | "cursors" | "jobs" | "artifacts" | "classificationMaps">,
  { account, id, query }: { readonly account: Account; readonly id: string; readonly query: SurfaceQuery },
): Promise<{ items: readonly SurfaceRun[]; next_cursor: string | null }> {
  const { comparisons, cursors } = dependencies;
  const { page_size: limit, cursor, curve_methods, groups: mapId } = query;
  const { comparison: { runIds }, days } = await comparisons.getWithDays(account.id, id);
  const groups = mapId === undefined ? null : await groupsOf(dependencies, account, mapId);
  const curveMethods = curve_methods === undefined ? null : new Set(curve_methods.split(","));
  const list = { list: "surface", accountId: account.id, filter: { id, runIds, curve_methods, groups: mapId } };
  const { items, nextCursor } = await cursors.page(list, { limit, cursor }, (page) => {
    const start = Number(page.cursor ?? 0);
    const end = start + page.limit;
    const items = runIds.slice(start, end);
    return Promise.resolve({ items, nextCursor: end < runIds.length ? String(end) : null });
  });
  const runs = await Promise.all(items.map(async (runId): Promise<SurfaceRun> => {
    const found = await foundRun(dependencies, account, runId);
    if (found === null) return { run_id: runId, name: null, deleted: true, doubts: [], methods: [] };
    const methods = surfaceOfRun(found.compared, { days, curveMethods, groups });
    return { run_id: runId, name: found.job.name, deleted: false, doubts: found.compared.doubts, methods };
  }));
  return { items: runs, next_cursor: nextCursor };
}

/** Returns a run of a comparison with its compared data, or null if the run was deleted. */
async function foundRun(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
  account: Account,
  runId: JobId,
): Promise<{ readonly job: Job; readonly compared: RunComparison } | null> {
  try {
    const job = await jobs.get(account.id, runId);
    return { job, compared: await comparedRun({ artifacts }, account.id, runId) };
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Returns the group of each asset from a saved classification map. Throws `validation_failed` if the account has no
 * such map, or its plan does not include maps.
 */
async function groupsOf(
  dependencies: Pick<Dependencies, "classificationMaps">,
  account: Account,
  mapId: string,
): Promise<GroupOfAsset> {
  const content = (await savedMapsOfAccount(dependencies, account)([mapId]))?.get(mapId);
  if (content !== undefined) return JSON.parse(new TextDecoder().decode(content));
  const detail = `Cannot find the saved classification map "${mapId}": send the id of a map of the account`;
  throw new DomainError("validation_failed", detail, { faults: [{ pointer: "/query/groups", detail }] });
}
