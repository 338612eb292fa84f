/**
 * Tests that random kills of processes lose no work. A service, a job runner and operator commands are killed while
 * runs are submitted, chained to simulations, computed, cancelled and deleted, spreadsheets are made, accounts are
 * deleted and keys rotated.
 * Run by `deno task test:kills`; the environment variables KILL_ROUNDS and KILL_SEED are optional.
 */
import assert from "node:assert/strict";
import type { AccountId } from "../../src/domain/identifier.ts";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { type AnsweredAction, RandomActions, randomOf, type SentAction } from "../support/random_actions.ts";
import { type ServiceProcess, startAdminProcess, startServiceProcess } from "../support/service_process.ts";
import { ownerOf, storeAgrees, storeAt } from "../support/store_agrees.ts";
import { pricesBody } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { signUpOf } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const ROUNDS = Number(Deno.env.get("KILL_ROUNDS") ?? 300);
const SEED = Number(Deno.env.get("KILL_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
/**
 * Number of random actions, such as submissions and deletions, that the test starts in each round, before it kills
 * processes.
 */
const BEGUN_A_ROUND = 3;
const LONGEST_WAIT_MS = 600;
const LONGEST_COMMAND_MS = 1_500;

Deno.test(`${ROUNDS} kills at random lose nothing, do nothing twice, and leave nothing behind (KILL_SEED=${SEED})`, async () => {
  await using folder = await temporaryFolder();
  await using victims = await startVictims(folder.path);
  const random = randomOf(SEED);
  const tally = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const begun = Array.from({ length: BEGUN_A_ROUND }, () => victims.act(random));
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
    const killed = (["service", "runner", "both"] as const)[Math.floor(random() * 3)];
    tally.set(killed, (tally.get(killed) ?? 0) + 1);
    await victims.kill(killed);
    await Promise.all(begun);
  }
  await victims.stop();
  const found = await storeAgrees(`${folder.path}/kv.sqlite3`, victims.told);
  // deno-lint-ignore no-console
  console.log(JSON.stringify({ seed: SEED, killed: Object.fromEntries(tally), ...found }));
});

interface Victims extends AsyncDisposable {
  /** What the actions were told, and the accounts that were deleted. */
  readonly told: RandomActions & { readonly endedAccounts: readonly AccountId[] };
  /**
   * Test helper. Starts a random action. Resolves when the action is done, however often its process was killed
   * meanwhile.
   */
  act(random: () => number): Promise<void>;
  kill(which: "service" | "runner" | "both"): Promise<void>;
  /** Test helper. Waits until all work has ended, then stops the processes. */
  stop(): Promise<void>;
}

async function startVictims(dataDir: string): Promise<Victims> {
  const port = freePort();
  const settings = { DATA_DIR: dataDir, RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise", WORKERS: "1" };
  const start = async (args: readonly string[]): Promise<ServiceProcess> => {
    const process = startServiceProcess({ ...settings, HTTPS_PORT: String(port) }, args);
    await process.printed(/ started /);
    return process;
  };
  const processes = { service: await start([]), runner: await start(["work"]) };
  const person = await personOfProcess(processes.service, { port, dataDir });
  const store = await storeAt(`${dataDir}/kv.sqlite3`);
  const endedAccounts: AccountId[] = [];

  let guests = 0;

  /** Test helper. Repeats a request until the service answers it with a status other than 503. Returns that answer. */
  const answered = async (path: string, init: SentAction): Promise<AnsweredAction> => {
    const isJson = { "content-type": "application/json" };
    for (;;) {
      try {
        const response = await person.fetchSignedIn(path, { ...init, headers: { ...isJson, ...init.headers } });
        const text = await response.text();
        if (response.status !== 503) return { status: response.status, text };
      } catch (error) {
        // A TypeError means that the process was killed during the request.
        if (!(error instanceof TypeError)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** Test helper. Runs an operator command, which is sometimes killed, and returns whether it succeeded. */
  const isCarriedOut = async (random: () => number, words: readonly string[]): Promise<boolean> => {
    const process = startAdminProcess(settings, words);
    const ended = process.ended();
    const killedAfterMs = random() < 0.5 ? random() * LONGEST_COMMAND_MS : null;
    if (killedAfterMs !== null) {
      const time = new Promise<"time">((resolve) => setTimeout(() => resolve("time"), killedAfterMs));
      if (await Promise.race([ended, time]) === "time") process.kill("SIGKILL");
    }
    return (await ended).code === 0;
  };
  const endAccount = async (random: () => number): Promise<void> => {
    const email = `guest-${++guests}@example.com`;
    const { account } = await store.accounts.signUp(signUpOf(email));
    endedAccounts.push(account.id);
    const config = new TextEncoder().encode(JSON.stringify(pricesBody(3, 80)));
    await submittedJob(store, account.id, {}, { config });
    // A command that was killed after its commit finds no account when it is repeated, so the store decides whether it
    // is done.
    const isGone = async (): Promise<boolean> => await store.accounts.find(account.id) === null;
    while (!await isGone()) await isCarriedOut(random, ["delete-account", email]);
  };
  const rotate = async (random: () => number): Promise<void> => {
    for (let isDone = false; !isDone;) isDone = await isCarriedOut(random, ["rotate-keys"]);
  };
  const actions = new RandomActions(answered);
  const submit = (random: () => number): Promise<void> => actions.submit(random);
  const backtest = (random: () => number): Promise<void> => actions.backtest(random);
  const openSpreadsheet = (random: () => number): Promise<void> => actions.openSpreadsheet(random);
  const cancel = (random: () => number): Promise<void> => actions.cancel(random);
  const remove = (random: () => number): Promise<void> => actions.remove(random);
  const read = [openSpreadsheet, openSpreadsheet];
  const kinds = [submit, submit, submit, submit, backtest, backtest, ...read, cancel, remove, endAccount, rotate];
  const killOne = async (name: "service" | "runner"): Promise<void> => {
    processes[name].kill("SIGKILL");
    await processes[name].ended();
  };
  return {
    told: Object.assign(actions, { endedAccounts }),
    async act(random) {
      const kind = actions.runs.size === 0 ? submit : kinds[Math.floor(random() * kinds.length)];
      await kind(random);
    },
    async kill(which) {
      const names = which === "both" ? ["service", "runner"] as const : [which];
      await Promise.all(names.map(killOne));
      for (const name of names) processes[name] = await start(name === "service" ? [] : ["work"]);
    },
    async stop() {
      const owner = await ownerOf(store);
      const inFlight = async () => (await store.jobs.listActive(owner, { limit: 1, cursor: null })).items;
      await until(async () => (await inFlight()).length === 0, "every job to end");
      for (const process of [processes.runner, processes.service]) {
        process.kill("SIGTERM");
        assert.equal((await process.ended()).code, 0);
      }
    },
    async [Symbol.asyncDispose]() {
      person[Symbol.dispose]();
      store.close();
      await Promise.all([processes.service, processes.runner].map((process) => process[Symbol.asyncDispose]()));
    },
  };
}
