import { createHash } from "node:crypto";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { loadConfig } from "../../src/config.ts";
import { connectorServer } from "../../src/connector/connector_server.ts";
import { CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { traceOf } from "../../src/domain/trace_of.ts";
import { apiOfEndpoints } from "../../src/http/routes/mcp/api_of_endpoints.ts";
import type { ConnectorPrincipal } from "../../src/http/principal.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { consoleLog } from "../../src/runtime/log.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { startService } from "../../src/service.ts";
import { readSettingsFiles } from "../../src/settings_files.ts";
import { openStore } from "../../src/store/open_store.ts";
import { complain } from "../print.ts";
import { makeLocalAccount } from "../studio/local_account.ts";
import type { OfferedFolder } from "../studio/offered_folder.ts";
import { apiWithFiles } from "./api_with_files.ts";

const SETTINGS = { HTTPS_PORT: "0", KV_PATH: ":memory:", MAIL_URL: "none:", RATE_LIMITS: "off", LOG_LEVEL: "error" };
const PUBLIC_URL = "http://localhost";

/**
 * Serves the tools of the connector over standard input and output from a service in this process, with its store in
 * memory, the sample market and the files of a folder. It listens at no port. Resolves when the client closes the
 * input.
 */
export async function serveLocally(
  { folder, cores }: { readonly folder: OfferedFolder; readonly cores: number },
): Promise<void> {
  const config = {
    ...loadConfig({ ...SETTINGS, HTTP_PORT: "0", PUBLIC_URL: "https://localhost" }, { cores }),
    publicUrl: PUBLIC_URL,
  };
  const files = await readSettingsFiles(config);
  const sources = { clock: systemClock, random: systemRandom };
  const log = consoleLog(config, { clock: systemClock, print: (line) => complain(line, 0) });
  const store = await openStore({ path: config.kvPath, planLimits: files.planLimits, ...sources });
  const { account } = await makeLocalAccount(store, { random: systemRandom, publicUrl: PUBLIC_URL });
  const service = await startService({ config, files, store, log, mail: null, groups: [], listen: () => NOWHERE });
  const principal: ConnectorPrincipal = { kind: "connector", account, access: LOCAL_ACCESS };
  const caller = { principal, address: "127.0.0.1", requestId: "local" };
  const api = apiWithFiles(apiOfEndpoints(caller, service.dependencies), folder);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  const handle = serveStdio(() =>
    connectorServer({
      api,
      scopes: CONNECTOR_SCOPES,
      canSubscribe: false,
      digest: (...texts) => createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
      onCall: () => undefined,
      onFailure: (error) => log.error("call failed", { error: traceOf(error) }),
    }), { transport, onerror: (error) => log.debug("message refused", { reason: error.message }) });
  const ofServer = transport.onclose;
  transport.onclose = () => {
    ofServer?.();
    close();
  };
  await closed;
  await handle.close();
  await service.stop();
}

const LOCAL_ACCESS = {
  clientId: "local",
  grantId: "local",
  familyId: "local",
  resource: `${PUBLIC_URL}/mcp`,
  scopes: CONNECTOR_SCOPES,
  expiresAt: Number.MAX_SAFE_INTEGER,
} as const;

/** Listeners of a service that is asked within its own process alone. */
const NOWHERE = { httpsPort: null, httpPort: null, stop: () => Promise.resolve(true) } as const;
