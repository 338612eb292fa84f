import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { freePort } from "./free_port.ts";
import type { MarkdownDocument } from "./markdown_document.ts";
import { startServiceProcess } from "./service_process.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** What is left after the commands of a document have run against a fresh service. */
export interface Walked {
  /** Data folder of the service. It contains every file that the document's commands wrote. */
  readonly dataDir: string;
  /** API key that the document's commands created. */
  readonly key: string;
  /** Returns a text of the document with the documented port replaced by the port of this service. */
  here(text: string): string;
}

const DOCUMENTED_PORT = 8443;
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Shell function that runs `deno` in the project folder, because the tasks are defined there and the commands of the
 * document run in another folder.
 */
const TASKS = 'deno() { (cd "$PROJECT" && "$DENO" "$@"); }\n';

/**
 * Runs the `sh` blocks of a document as one script against a fresh service. Checks the printed output against the
 * answer blocks of the document, and that the commands leave no file outside the data folder of the service. Then runs
 * `afterwards` while the service is still running.
 */
export async function walk(
  document: MarkdownDocument,
  afterwards: (walked: Walked) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDir = `${folder.path}/.data`;
  const port = freePort();
  await using service = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: String(port) });
  await service.printed(/ started /);
  const here = (text: string): string => text.replaceAll(`localhost:${DOCUMENTED_PORT}`, `localhost:${port}`);
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-eu", "-c", here(`${TASKS}${document.blocks("sh").join("\n")}printf %s "$KEY" > .data/key\n`)],
    cwd: folder.path,
    env: { TMPDIR: dataDir, DATA_DIR: dataDir, DENO: Deno.execPath(), PROJECT },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const answers = linesOf(new TextDecoder().decode(stdout));
  const shown = linesOf(document.answers().join("\n"));
  assert.equal(answers.length, shown.length, answers.join("\n"));
  for (const [index, answer] of answers.entries()) assertShown(answer, shown[index]);
  assert.deepEqual((await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name), [".data"]);
  await afterwards({ dataDir, key: await Deno.readTextFile(`${dataDir}/key`), here });
}

/** Whether the programs that the commands in documents use are installed. Prints the name of a missing program. */
export async function canWalk(): Promise<boolean> {
  for (const program of ["bash", "curl", "sed", "grep", "tail", "tr"]) {
    try {
      await new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      // deno-lint-ignore no-console
      console.log(`${program} is not installed: the commands of the documents are not tried`);
      return false;
    }
  }
  return true;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/**
 * Asserts that a printed answer equals the documented answer. JSON objects are compared without their texts, which
 * differ on each run, and without fields that the document omits by `,…`.
 */
function assertShown(answer: string, shown: string): void {
  if (!shown.startsWith("{")) return assert.equal(answer, shown);
  const shortened = shown.includes(",…");
  const expected = outlineOf(JSON.parse(shown.replaceAll(",…", "")));
  const actual = outlineOf(JSON.parse(answer));
  const promised = new Set(expected);
  assert.deepEqual(shortened ? actual.filter((line) => promised.has(line)) : actual, expected);
}

/** Returns one line for each value of a JSON document: its path, and its value unless the value is text. */
function outlineOf(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${at} ${typeof value === "string" ? "text" : value}`];
  const entries = Object.entries(value);
  return entries.length === 0 ? [`${at} empty`] : entries.flatMap(([name, one]) => outlineOf(one, `${at}/${name}`));
}
