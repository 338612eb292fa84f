import { firstFile } from "./first_file.ts";
import { freePort } from "./free_port.ts";
import { loopbackCertificate } from "./loopback_certificate.ts";

const EXAMPLE = new URL("../../docs/haproxy.cfg", import.meta.url);

/** Path of the installed HAProxy that tests use; undefined if none is installed. */
export const HAPROXY = firstFile(["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"]);

export interface ProxyProcess extends AsyncDisposable {
  /** Port on loopback where the proxy serves HTTPS with the certificate of the tests. */
  readonly port: number;
}

/**
 * Starts HAProxy with the example configuration of the documentation (`docs/haproxy.cfg`) in front of a plain HTTP port
 * on loopback. `replaced` maps texts of the configuration to other texts.
 */
export async function startProxy(
  servicePort: number,
  replaced: Readonly<Record<string, string>> = {},
): Promise<ProxyProcess> {
  const folder = await Deno.makeTempDir({ prefix: "proxy-" });
  const { certificate, key } = await loopbackCertificate();
  await Deno.writeTextFile(`${folder}/both.pem`, `${certificate.trimEnd()}\n${key}`);
  const port = freePort();
  const configuration = await exampleWith({
    ":443": `127.0.0.1:${port}`,
    "/etc/haproxy/portfolio.pem": `${folder}/both.pem`,
    "127.0.0.1:8080": `127.0.0.1:${servicePort}`,
    ...replaced,
  });
  await Deno.writeTextFile(`${folder}/haproxy.cfg`, configuration);
  const child = new Deno.Command(HAPROXY ?? "haproxy", {
    args: ["-db", "-q", "-f", `${folder}/haproxy.cfg`],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function exampleWith(replaced: Readonly<Record<string, string>>): Promise<string> {
  let text = await Deno.readTextFile(EXAMPLE);
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`Cannot find ${JSON.stringify(from)} in ${EXAMPLE.pathname}`);
    text = text.replace(from, to);
  }
  return text;
}
