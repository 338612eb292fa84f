import { SETTING_NAMES } from "../../src/config.ts";
import type { Part } from "./part.ts";
import { FleetError } from "./part.ts";
import type { FleetPorts } from "./fleet_ports.ts";
import { argumentsOfFleetTask, type FleetTask, variablesOfFleetTask } from "./task_command.ts";

export interface ServicePartsOptions {
  readonly ports: FleetPorts;
  /** Folder of the source code that the processes run. */
  readonly source: URL;
  /** Settings that all processes share: those of the store, of the bucket and of the operator. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Seconds for which a process that stops tells the proxy so: several looks of the proxy, one each half second. */
export const DRAIN_SECONDS = "2";

/** Returns the processes that answer, behind the proxy. They compute nothing. */
export function apiParts({ ports, source, shared }: ServicePartsOptions): readonly Part[] {
  return ports.apis.map((port, index) => {
    const own = {
      HTTP_PORT: `${port}`,
      TRUST_PROXY: "on",
      WORKERS: "0",
      STOP_DRAIN_SECONDS: DRAIN_SECONDS,
      METRICS_PORT: `${ports.apiMetrics[index]}`,
    };
    const headers = { "x-forwarded-proto": "https" };
    const isReady = (): Promise<boolean> => answers(`http://127.0.0.1:${port}/ready`, { headers });
    const { env, ...process } = processOf("start", source);
    return { ...process, name: `api-${index + 1}`, env: { ...env, ...shared, ...own }, isReady };
  });
}

/** Returns the processes that compute, one run at a time each. */
export function workParts({ ports, source, shared }: ServicePartsOptions): readonly Part[] {
  const { env, ...process } = processOf("work", source);
  return ports.workMetrics.map((port, index) => ({
    ...process,
    name: `work-${index + 1}`,
    env: { ...env, ...shared, WORKERS: "1", METRICS_PORT: `${port}` },
    isReady: () => answers(`http://127.0.0.1:${port}/metrics`, { holding: "portfolio_workers" }),
  }));
}

/** Settings that the fleet itself chooses for each process. */
const CHOSEN = [
  ...["KV_PATH", "DATA_DIR", "PUBLIC_URL", "HOST", "HTTPS_PORT", "HTTP_PORT", "TRUST_PROXY", "TRUSTED_PROXIES"],
  ...["WORKERS", "METRICS_PORT", "METRICS_HOST", "STOP_DRAIN_SECONDS", "TLS_CERT_FILE", "TLS_KEY_FILE"],
];

/**
 * Returns the settings of the operator that the processes shall have too, such as `MARKET_DATA`. Throws a `FleetError`
 * for one that the fleet chooses itself.
 */
export function settingsOfOperator(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const chosen = CHOSEN.find((name) => variables[name]);
  if (chosen !== undefined) throw new FleetError(`Cannot use ${chosen} here: the fleet chooses it; leave it out`);
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => SETTING_NAMES.includes(name) || /^PROVIDER_|^OTEL_/.test(name)),
  );
}

function processOf(task: FleetTask, source: URL): Pick<Part, "command" | "args" | "env" | "cwd" | "stopSignal"> {
  const runtime = Deno.execPath(), configuration = new URL("deno.json", source);
  return {
    command: runtime,
    args: argumentsOfFleetTask(task, runtime, configuration),
    env: variablesOfFleetTask(task, configuration),
    cwd: decodeURIComponent(source.pathname),
    stopSignal: "SIGTERM",
  };
}

async function answers(
  url: string,
  { headers = {}, holding = "" }: { readonly headers?: Record<string, string>; readonly holding?: string },
): Promise<boolean> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  return response.ok && text.includes(holding);
}
