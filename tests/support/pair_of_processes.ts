import { freePort } from "./free_port.ts";
import { OAuthClient, PUBLIC_URL, type ServiceOfConnector } from "./oauth_client.ts";
import { type PersonOfProcess, personOfProcess } from "./person_of_process.ts";
import { type ServiceProcess, startServiceProcess } from "./service_process.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** Two processes on one store, of which a test kills the first and starts it again, and a person with a connector. */
export interface PairOfProcesses extends AsyncDisposable {
  readonly person: PersonOfProcess;
  /** The connector as it speaks to the first and to the second process. */
  readonly first: OAuthClient;
  readonly second: OAuthClient;
  readonly atFirst: ServiceOfConnector;
  readonly atSecond: ServiceOfConnector;
  /** Ends the first process as a failure of its machine does. */
  killFirst(): Promise<void>;
  /** Starts the first process again, with settings beside those of before. */
  startFirst(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Lets the person allow the connector what it asks for at the first process, and returns the code. */
  consented(scopes: readonly string[]): Promise<string>;
}

/** Test helper. Starts two processes that compute no run, and signs a person up. */
export async function pairOfProcesses(): Promise<PairOfProcesses> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const ports = [freePort(), freePort()];
  const start = async (port: number, further: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
    const settings = { DATA_DIR: folder.path, HTTPS_PORT: String(port), WORKERS: "0", RATE_LIMITS: "off", PUBLIC_URL };
    const process = startServiceProcess({ ...settings, ...further });
    await process.printed(/ started /);
    return process;
  };
  const [port = 0, otherPort = 0] = ports;
  let killed = await start(port);
  stack.defer(() => killed[Symbol.asyncDispose]());
  // The person signs up before the second process is there, which could send and print the mail as well as the first.
  const person = stack.use(await personOfProcess(killed, { port, dataDir: folder.path, otherPorts: [otherPort] }));
  stack.use(await start(otherPort));
  const client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${folder.path}/tls/certificate.pem`)] });
  stack.use(client);
  const at = (port: number): ServiceOfConnector => ({
    fetch: (path, init) => fetch(`https://localhost:${port}${path}`, { ...init, client }),
  });
  const first = await OAuthClient.register(at(port));
  const kept = stack.move();
  return {
    person,
    first,
    second: OAuthClient.of(at(otherPort), first.id),
    atFirst: at(port),
    atSecond: at(otherPort),
    async killFirst() {
      killed.kill("SIGKILL");
      await killed.ended();
    },
    async startFirst(settings) {
      killed = await start(port, settings);
    },
    async consented(scopes) {
      const request = await first.request({ scope: scopes.join(" ") });
      const response = await person.fetchSignedIn(`/oauth/requests/${request}/decision`, {
        method: "POST",
        body: JSON.stringify({ scopes }),
        headers: { "content-type": "application/json" },
      });
      return new URL((await response.json()).redirect_to).searchParams.get("code") ?? "";
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
