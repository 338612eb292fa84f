import assert from "node:assert/strict";
import { freePort } from "./free_port.ts";
import { type PersonOfProcess, personOfProcess } from "./person_of_process.ts";
import { startServiceProcess } from "./service_process.ts";
import { type SubmittingLoad, underLoad } from "./submitting_load.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** A service and a job runner on one store, to which a person keeps submitting runs. */
export interface ServiceUnderLoad extends AsyncDisposable {
  readonly person: PersonOfProcess;
  readonly load: SubmittingLoad;
  /** Stops both processes, and asserts that they end well. */
  stop(): Promise<void>;
}

/** Starts a service and a job runner with these settings of their store, and the load on them. */
export async function serviceUnderLoad(
  store: Readonly<Record<string, string>>,
  { submitters }: { readonly submitters: number },
): Promise<ServiceUnderLoad> {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(await temporaryFolder()), port = freePort();
  const settings = {
    ...{ DATA_DIR: folder.path, HTTPS_PORT: String(port), ...store },
    ...{ WORKERS: "1", RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise" },
  };
  const service = starting.use(startServiceProcess(settings));
  await service.printed(/ started /);
  const runner = starting.use(startServiceProcess(settings, ["work"]));
  await runner.printed(/ started /);
  const person = starting.use(await personOfProcess(service, { port, dataDir: folder.path }));
  const load = underLoad(person, submitters), started = starting.move();
  return {
    person,
    load,
    async stop() {
      for (const process of [runner, service]) {
        process.kill("SIGTERM");
        assert.equal((await process.ended()).code, 0);
      }
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
