import type { Endpoint } from "../endpoint.ts";

/** Type of a group of endpoints whose code is loaded together. */
export interface RouteGroup {
  /** First segments of the paths of the group's endpoints. Several groups may have a segment in common. */
  readonly segments: readonly string[];
  /**
   * Whether most processes are never asked for the group: its code is loaded with the first request to it, and not with
   * all others after the start. False if absent.
   */
  readonly isRare?: boolean;
  /** Loads the code of the group and returns its endpoints. */
  readonly load: () => Promise<readonly Endpoint[]>;
}

/**
 * List of the groups of all endpoints. The code of a group is loaded when it is first needed, so that a new process
 * answers its first requests early and keeps only what it uses in memory.
 */
export const ROUTE_GROUPS: readonly RouteGroup[] = [
  { segments: ["users", "billing"], load: async () => (await import("./account/mod.ts")).accountEndpoints },
  { segments: ["analytics"], load: async () => (await import("./analytics/mod.ts")).analyticsEndpoints },
  {
    segments: ["auth", "verify", "reset"],
    load: async () => (await import("./auth/mod.ts")).authEndpoints,
  },
  { segments: ["backtests", "runs"], load: async () => (await import("./backtests/mod.ts")).backtestEndpoints },
  {
    segments: ["methods", "universe", "mutual-funds", "us-stocks"],
    load: async () => (await import("./catalogue/mod.ts")).catalogueEndpoints,
  },
  {
    segments: ["classification-maps"],
    load: async () => (await import("./classification_maps/mod.ts")).classificationMapEndpoints,
  },
  { segments: ["app"], load: async () => (await import("./console/mod.ts")).consoleEndpoints },
  { segments: ["constraints"], load: async () => (await import("./constraints/mod.ts")).constraintEndpoints },
  { segments: ["holdings"], load: async () => (await import("./holdings/mod.ts")).holdingsEndpoints },
  { segments: ["jobs", "downloads"], load: async () => (await import("./jobs/mod.ts")).jobEndpoints },
  { segments: ["mc", "runs"], load: async () => (await import("./simulations/mod.ts")).simulationEndpoints },
  { segments: ["runs", "analytics"], load: async () => (await import("./tags/mod.ts")).tagEndpoints },
  { segments: ["mcp"], isRare: true, load: async () => (await import("./mcp/mod.ts")).connectorEndpoints },
  { segments: ["oauth", ".well-known"], load: async () => (await import("./oauth/mod.ts")).oauthEndpoints },
  { segments: ["templates"], load: async () => (await import("./templates/mod.ts")).templateEndpoints },
  { segments: ["uploads"], load: async () => (await import("./uploads/mod.ts")).uploadEndpoints },
  {
    segments: ["docs", "health", "ready", ".well-known"],
    load: async () => (await import("./system/mod.ts")).systemEndpoints,
  },
  { segments: ["openapi.json"], load: async () => [await openApiEndpoint()] },
];

/** Returns the endpoint of the OpenAPI document, which describes all endpoints and loads their code for that. */
async function openApiEndpoint(): Promise<Endpoint> {
  const { getOpenApi } = await import("./system/get_openapi.ts");
  return getOpenApi(async () => (await Promise.all(ROUTE_GROUPS.map(({ load }) => load()))).flat());
}
