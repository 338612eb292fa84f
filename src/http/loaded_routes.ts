import { type HonoApp, honoApp } from "./hono_app.ts";
import type { RouteGroup } from "./routes/route_groups.ts";

/**
 * Type of the routers of a service: one for each first segment of a path, made when a request first names the segment.
 */
export class LoadedRoutes {
  readonly #groups: readonly RouteGroup[];
  readonly #routers = new Map<string, Promise<HonoApp>>();
  readonly #elsewhere = honoApp([]);

  constructor(groups: readonly RouteGroup[]) {
    this.#groups = groups;
  }

  /** Returns the router for a path, which throws `not_found` where no endpoint is on the path. */
  async routerOf({ pathname }: URL): Promise<HonoApp> {
    const segment = segmentOf(pathname);
    const groups = this.#groups.filter(({ segments }) => segments.includes(segment));
    if (groups.length === 0) return this.#elsewhere;
    const known = this.#routers.get(segment) ?? routerOfGroups(groups, segment);
    this.#routers.set(segment, known);
    try {
      return await known;
    } catch (error) {
      // The next request loads the code again.
      this.#routers.delete(segment);
      throw error;
    }
  }

  /** Loads the code of all endpoints but the rare ones, group after group, so that no later request waits for it. */
  async loadAll(): Promise<void> {
    for (const { load, isRare = false } of this.#groups) if (!isRare) await load();
  }
}

async function routerOfGroups(groups: readonly RouteGroup[], segment: string): Promise<HonoApp> {
  const endpoints = (await Promise.all(groups.map(({ load }) => load()))).flat();
  return honoApp(endpoints.filter(({ contract: { path } }) => segmentOf(path) === segment));
}

/** Returns the first segment of a path, without the slashes around it. */
export function segmentOf(path: string): string {
  return path.split("/", 2)[1] ?? "";
}
