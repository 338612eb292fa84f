import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { noteAbsence } from "./absent_program.ts";
import { freePort } from "./free_port.ts";
import type { MarkdownDocument } from "./markdown_document.ts";
import { startServiceProcess } from "./service_process.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** State after the shell commands of a document have run against a fresh service: its data folder and its API key. */
export interface Walked {
  /** Data folder of the service. It contains every file that the document's commands wrote. */
  readonly dataDir: string;
  /** API key that the document's commands created in the tested service. */
  readonly key: string;
  /** Returns a text of the document with the documented address replaced by the address of the tested service. */
  here(text: string): string;
}

const DOCUMENTED_ADDRESS = "localhost:8443";
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Shell function that makes `deno task …` run in the folder of the project, as a reader runs it, although the
 * document's commands have another working folder.
 */
const TASKS = 'deno() { (cd "$PROJECT" && "$DENO" "$@"); }\n';

/** Arguments for bash to run a document's commands, and the lines that the document says they print. */
interface Walk {
  /** Returns the arguments of bash for a service at the given address. */
  readonly args: (address: string) => readonly string[];
  readonly shown: readonly string[];
}

/**
 * Test helper. Runs the `sh` blocks of a document as one bash script beside a fresh service, and checks the output
 * against the blocks that follow them. Then runs `afterwards` while the service still runs. Throws an `AssertionError`
 * if the output differs, a command fails, or the working folder holds more than the data folder of the service.
 */
export async function walk(
  document: MarkdownDocument,
  afterwards: (walked: Walked) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const script = `${TASKS}${document.blocks("sh").join("\n")}printf %s "$KEY" > .data/key\n`;
  const args = (address: string): readonly string[] => ["-eu", "-c", script.replaceAll(DOCUMENTED_ADDRESS, address)];
  await walkBesideService({ args, shown: document.answers() }, async ({ dataDir, here }) => {
    await afterwards({ dataDir, key: await Deno.readTextFile(`${dataDir}/key`), here });
  });
}

/**
 * Test helper. Runs a bash script of the project beside a fresh service and checks its output against the expected
 * answers. Throws an `AssertionError` if the output differs, the script fails, or the working folder holds more than
 * the data folder of the service.
 */
export async function walkScript(path: string, shown: readonly string[]): Promise<void> {
  await walkBesideService({ args: () => [`${PROJECT}${path}`], shown });
}

/**
 * Test helper. Runs a bash script of the project against a service that runs already and checks its output against the
 * expected answers. `args` are the arguments of the script. Throws an `AssertionError` if the output differs or the
 * script fails.
 */
export async function walkScriptAt(
  path: string,
  shown: readonly string[],
  { address, dataDir, args = [] }: {
    readonly address: string;
    readonly dataDir: string;
    readonly args?: readonly string[];
  },
): Promise<void> {
  await using folder = await temporaryFolder();
  await assertPrints([`${PROJECT}${path}`, ...args], shown, { address, dataDir, cwd: folder.path });
}

async function walkBesideService(
  { args, shown }: Walk,
  afterwards: (walked: Omit<Walked, "key">) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDir = `${folder.path}/.data`;
  const port = freePort();
  await using service = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: String(port) });
  await service.printed(/ started /);
  const address = `localhost:${port}`;
  await assertPrints(args(address), shown, { address, dataDir, cwd: folder.path });
  assert.deepEqual((await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name), [".data"]);
  await afterwards({ dataDir, here: (text) => text.replaceAll(DOCUMENTED_ADDRESS, address) });
}

/** Runs bash with the given arguments against a service and checks what it prints. */
async function assertPrints(
  args: readonly string[],
  shown: readonly string[],
  { address, dataDir, cwd }: { readonly address: string; readonly dataDir: string; readonly cwd: string },
): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: [...args],
    cwd,
    env: { TMPDIR: dataDir, DATA_DIR: dataDir, API: `https://${address}`, DENO: Deno.execPath(), PROJECT },
  }).output();
  const output = new TextDecoder().decode(stdout);
  assert.ok(success, output + new TextDecoder().decode(stderr));
  const answers = linesOf(output);
  const expected = linesOf(shown.join("\n"));
  assert.equal(answers.length, expected.length, answers.join("\n"));
  for (const [index, answer] of answers.entries()) assertShown(answer, expected[index]);
}

/**
 * Test helper. Returns whether the programs that the shell commands of the documents use are installed. Notes the first
 * missing program by `noteAbsence`.
 */
export async function canWalk(): Promise<boolean> {
  for (const program of ["bash", "curl", "sed", "grep", "tail", "tr"]) {
    try {
      await new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      noteAbsence(program, `The commands of the documents are not tried: ${program} is not installed`);
      return false;
    }
  }
  return true;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/**
 * Test helper. Asserts that a printed line equals the documented line. Of JSON objects it compares the fields and all
 * values but texts, because texts such as ids differ on each run; fields that the document replaces by `,…` are
 * ignored.
 */
function assertShown(answer: string, shown: string): void {
  if (!shown.startsWith("{")) return assert.equal(answer, shown);
  const shortened = shown.includes(",…");
  const expected = outlineOf(JSON.parse(shown.replaceAll(",…", "")));
  const actual = outlineOf(JSON.parse(answer));
  const promised = new Set(expected);
  assert.deepEqual(shortened ? actual.filter((line) => promised.has(line)) : actual, expected);
}

/**
 * Test helper. Returns one line for each value of a JSON document: its path, and its value unless the value is text.
 */
function outlineOf(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${at} ${typeof value === "string" ? "text" : value}`];
  const entries = Object.entries(value);
  return entries.length === 0 ? [`${at} empty`] : entries.flatMap(([name, one]) => outlineOf(one, `${at}/${name}`));
}
