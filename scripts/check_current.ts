import { consoleStaleReason } from "./build_app.ts";
import { solverArtefact } from "./build_solver.ts";
import { coreArtefact } from "./build_wasm.ts";
import { staleReason } from "./source_digest.ts";
import { frontierStaleReason } from "./write_frontier.ts";
import { methodsStaleReason } from "./write_methods.ts";
import { openApiStaleReason } from "./write_openapi.ts";
import { permissionsStaleReason } from "./write_permissions.ts";

/**
 * Committed compiler output of the numeric core and the conic solver. The check fails where one of them does not match
 * its sources.
 */
const ARTEFACTS = [coreArtefact, solverArtefact];

if (import.meta.main) {
  const found = await Promise.all([
    ...ARTEFACTS.map(staleReason),
    consoleStaleReason(),
    openApiStaleReason(),
    methodsStaleReason(),
    frontierStaleReason(),
    permissionsStaleReason(),
  ]);
  const reasons = found.filter((reason) => reason !== null);
  // deno-lint-ignore no-console
  for (const reason of reasons) console.error(reason);
  if (reasons.length > 0) Deno.exit(1);
}
