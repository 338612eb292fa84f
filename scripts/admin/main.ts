import { type Config, ConfigError, configOfEnvironment } from "../../src/config.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { entryAt } from "../../src/domain/entry_at.ts";
import { DomainError, type ErrorCode } from "../../src/domain/errors.ts";
import { readSettingsFiles } from "../../src/settings_files.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { StoreError } from "../../src/store/store_error.ts";
import type { AdminContext, Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { UsageError } from "./usage_error.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

/** Runs an operator's command. Returns the exit code: 0 done, 1 failed, 2 wrong arguments or settings. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === "--help" || args[0] === "help") {
    (args.length === 0 ? printError : print)(usage());
    return args.length === 0 ? WRONG_USE : DONE;
  }
  try {
    await runOnStore(callOf(args), configOfEnvironment());
    return DONE;
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    return isWrongUse(error) ? WRONG_USE : FAILED;
  }
}

function isWrongUse(error: unknown): boolean {
  if (error instanceof DomainError) return NOT_TO_BE_DONE.includes(error.code);
  return error instanceof UsageError || error instanceof ConfigError || error instanceof StoreError;
}

/** Error codes for an operation that the current state of a job forbids. They count as wrong use. */
const NOT_TO_BE_DONE: readonly ErrorCode[] = ["job_finished", "run_in_flight"];

/** An operator's command with the arguments and options that the operator gave. */
interface Call {
  readonly command: Command;
  readonly values: readonly string[];
  readonly given: ReadonlySet<string>;
}

function callOf([name, ...words]: readonly string[]): Call {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`Cannot find command "${name}"\n\n${usage()}`);
  const { options = [], parameters, rest } = command;
  const values = words.filter((word) => !options.includes(word));
  if (values.length < parameters.length || (rest === undefined && values.length > parameters.length)) {
    throw new UsageError(`Cannot run "${name}" with ${values.length} arguments: it takes ${signatureOf(command)}`);
  }
  return { command, values, given: new Set(words.filter((word) => options.includes(word))) };
}

async function runOnStore({ command, values, given }: Call, config: Config): Promise<void> {
  const opened: Store[] = [];
  const context: AdminContext = {
    config,
    given,
    print,
    async store({ takesBucket = false } = {}) {
      const [known] = opened;
      if (known !== undefined) return known;
      const store = await open(config, { takesBucket });
      opened.push(store);
      return store;
    },
  };
  try {
    await command.run(values, context);
  } finally {
    for (const store of opened) await store.close();
  }
}

async function open(config: Config, { takesBucket }: { readonly takesBucket: boolean }): Promise<Store> {
  const { planLimits } = await readSettingsFiles(config);
  return await openStore({
    path: config.kvPath,
    planLimits,
    artifactBucket: config.artifactBucket,
    takesBucket,
    clock: systemClock,
    random: systemRandom,
  });
}

function usage(): string {
  const signatures = COMMANDS.map(signatureOf);
  const width = Math.max(...signatures.map(({ length }) => length));
  const lines = COMMANDS.map(({ summary }, index) => `  ${entryAt(signatures, index).padEnd(width)}  ${summary}`);
  return ["Usage: deno task admin <command>", "", ...lines].join("\n");
}

function signatureOf({ name, parameters, rest = [], options = [] }: Command): string {
  const given = parameters.map((parameter) => `<${parameter}>`);
  return [name, ...given, ...[...rest, ...options].map((word) => `[${word}]`)].join(" ");
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

function printError(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}
