import { ConfigError, type Environment, loadConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { transportOfUrl } from "../../src/mail/transport_of_url.ts";
import { type Service, startService } from "../../src/service.ts";
import { readSettingsFiles } from "../../src/settings_files.ts";
import { openStore } from "../../src/store/open_store.ts";
import { portOfDemo } from "./port_of_demo.ts";

/** A service on loopback with a folder of its own, which is removed when the service ends. */
export interface DemoService {
  readonly url: string;
  /** Path of the folder that contains every file that the demo service writes. */
  readonly folder: string;
  /** Path of the PEM file of the demo service's TLS certificate. */
  readonly certificateFile: string;
  /** Sends a request to the demo service. Trusts only the service's own certificate. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Waits for the next mail of the demo service and returns its text. */
  nextMail(): Promise<string>;
  /** Ends the demo service and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a service in a new folder, with default settings and the largest plan, which shows all that the console has.
 * Of the environment it uses `HTTPS_PORT` only, so that it touches no store, mail server or bucket of an installation.
 * Throws `ConfigError` where the port cannot be used.
 */
export async function startDemoService({ variables, cores }: Environment): Promise<DemoService> {
  const port = portOfDemo(variables.HTTPS_PORT);
  const folder = await freshFolder();
  const mails = mailbox();
  try {
    const service = await startIn(folder, { port, cores, print: mails.put });
    const certificateFile = `${folder}/tls/certificate.pem`;
    const client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(certificateFile)] });
    return {
      url: service.dependencies.config.publicUrl,
      folder,
      certificateFile,
      fetch: (request) => fetch(request, { client }),
      nextMail: mails.next,
      async stop() {
        client.close();
        await service.stop();
        await Deno.remove(folder, { recursive: true });
      },
    };
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}

async function freshFolder(): Promise<string> {
  try {
    return await Deno.makeTempDir({ prefix: "portfolio-demo-" });
  } catch (error) {
    throw new ConfigError([`Cannot make a folder for the demo: ${error instanceof Error ? error.message : error}`]);
  }
}

interface DemoSettings {
  readonly port: string;
  readonly cores: number;
  readonly print: (mail: string) => void;
}

async function startIn(folder: string, { port, cores, print }: DemoSettings): Promise<Service> {
  const config = loadConfig({ DATA_DIR: folder, HTTPS_PORT: port, LOG_LEVEL: "error", DEFAULT_PLAN: "enterprise" }, {
    cores,
  });
  const files = await readSettingsFiles(config);
  const sources = { clock: systemClock, random: systemRandom };
  const { kvPath, artifactBucket } = config;
  const store = await openStore({ path: kvPath, planLimits: files.planLimits, artifactBucket, ...sources });
  const mail = transportOfUrl(new URL(config.mailUrl), { from: config.mailFrom, print, folder: `${folder}/mail` });
  try {
    return await startService({ config, files, store, mail });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Mailbox {
  put(mail: string): void;
  next(): Promise<string>;
}

/** Returns a queue of the mails that the demo service prints, for one reader. */
function mailbox(): Mailbox {
  const queue = new TransformStream<string, string>({}, { highWaterMark: Infinity });
  const [writer, reader] = [queue.writable.getWriter(), queue.readable.getReader()];
  return {
    put: (mail) => void writer.write(mail),
    async next() {
      const { value } = await reader.read();
      if (value === undefined) throw new Error("Cannot read a mail of a service that has ended");
      return value;
    },
  };
}
