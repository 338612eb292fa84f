import { getDocumentation } from "./get_documentation.ts";
import { getDocumentationAsset } from "./get_documentation_asset.ts";
import { getHealth } from "./get_health.ts";
import { getReadiness } from "./get_readiness.ts";
import { getSigningKeys } from "./get_signing_keys.ts";

/** List of the endpoints that monitor and document the service. */
export const systemEndpoints = [
  getDocumentation,
  getDocumentationAsset,
  getHealth,
  getReadiness,
  getSigningKeys,
];
