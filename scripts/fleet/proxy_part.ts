import { certificateOfFolder, hostsOf } from "../../src/http/certificate_files.ts";
import type { FleetPorts } from "./fleet_ports.ts";
import { FleetError, type Part } from "./part.ts";

const CONFIGURATION = new URL("../../deploy/haproxy.cfg", import.meta.url);
const PROGRAMS = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"];

/**
 * Returns the HAProxy of a fleet, which ends TLS before the processes that answer, by `deploy/haproxy.cfg`. Its
 * certificate is made once in `<folder>/tls`. Throws a `FleetError` where HAProxy is not installed.
 */
export async function proxyPart(folder: string, { proxy, apis }: FleetPorts): Promise<Part> {
  const program = await programOf();
  const hosts = hostsOf(`https://localhost:${proxy}`);
  const { certificate, key } = await certificateOfFolder(`${folder}/tls`, { hosts, now: Date.now() });
  const both = `${folder}/tls/both.pem`, configuration = `${folder}/haproxy.cfg`;
  await Deno.writeTextFile(both, `${certificate.trimEnd()}\n${key}`, { mode: 0o600 });
  const text = proxyConfiguration(await Deno.readTextFile(CONFIGURATION), {
    bind: `127.0.0.1:${proxy} ssl crt ${both}`,
    servers: apis.map((port) => `127.0.0.1:${port}`),
  });
  await Deno.writeTextFile(configuration, text);
  return {
    name: "proxy",
    command: program,
    args: ["-db", "-f", configuration],
    env: {},
    cwd: folder,
    // Takes no more connections and ends with the last request.
    stopSignal: "SIGUSR1",
    async isReady() {
      (await Deno.connect({ hostname: "127.0.0.1", port: proxy })).close();
      return true;
    },
  };
}

export interface ProxyPlaces {
  /** Address and certificate of the frontend, as HAProxy's `bind` takes them. */
  readonly bind: string;
  /** Addresses of the processes that answer. */
  readonly servers: readonly string[];
}

/** Returns the configuration with other addresses in place of those of its example. */
export function proxyConfiguration(text: string, { bind, servers }: ProxyPlaces): string {
  const lines = servers.map((address, index) => `  server api-${index + 1} ${address}`).join("\n");
  return text
    .replace(/^ {2}bind .*? (?=alpn )/m, () => `  bind ${bind} `)
    .replace(/(^ {2}server api-\d+ .*\n?)+/m, () => `${lines}\n`);
}

async function programOf(): Promise<string> {
  for (const path of PROGRAMS) {
    try {
      if ((await Deno.stat(path)).isFile) return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new FleetError(`Cannot find HAProxy: install it, on Debian with "apt-get install haproxy"`);
}
