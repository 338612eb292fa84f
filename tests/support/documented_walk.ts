import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { freePort } from "./free_port.ts";
import type { MarkdownDocument } from "./markdown_document.ts";
import { startServiceProcess } from "./service_process.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** Where a document's walk led. */
export interface Walked {
  /** The folder of the service's data, which holds everything that the walk wrote. */
  readonly dataDir: string;
  /** The key that the walk made. */
  readonly key: string;
  /** A text of the document with the address of this service in place of the documented one. */
  here(text: string): string;
}

const DOCUMENTED_PORT = 8443;
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** A reader calls tasks in the folder of the project, where this service has not its data. */
const TASKS = 'deno() { (cd "$PROJECT" && "$DENO" "$@"); }\n';

/**
 * Runs the `sh` blocks of a document as one script beside a fresh service, checks what they print against the blocks
 * after them, and that they leave nothing outside the service's folder. Then runs `afterwards` while the service still
 * stands.
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

/** Whether the programs that documents use are installed; says so where one is not. */
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
 * An object is as shown but for the text in it, which differs each time, and what `,…` leaves out; any other answer is
 * the same.
 */
function assertShown(answer: string, shown: string): void {
  if (!shown.startsWith("{")) return assert.equal(answer, shown);
  const shortened = shown.includes(",…");
  const expected = outlineOf(JSON.parse(shown.replaceAll(",…", "")));
  const actual = outlineOf(JSON.parse(answer));
  const promised = new Set(expected);
  assert.deepEqual(shortened ? actual.filter((line) => promised.has(line)) : actual, expected);
}

/** A line for each value: where it is, and what it is unless it is text. */
function outlineOf(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${at} ${typeof value === "string" ? "text" : value}`];
  const entries = Object.entries(value);
  return entries.length === 0 ? [`${at} empty`] : entries.flatMap(([name, one]) => outlineOf(one, `${at}/${name}`));
}
