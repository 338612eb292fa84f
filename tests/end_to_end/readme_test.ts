import assert from "node:assert/strict";
import { COMMANDS } from "../../scripts/admin/commands.ts";
import { SETTING_NAMES } from "../../src/config.ts";
import { freePort } from "../support/free_port.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { startDemoProcess, startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const README = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
const SHELL_TOOLS = ["bash", "curl", "sed", "grep", "tail", "tr"];

Deno.test("the demo prints what the README shows, ids, secrets and times aside", async () => {
  await using folder = await temporaryFolder();
  await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" });
  await demo.printed(/^Serving until Ctrl-C/);
  demo.kill("SIGTERM");
  const { output } = await demo.ended();
  const expected = demoBlock().split("\n").map(patternOf);
  const lines = output.split("\n");
  assert.equal(lines.length, expected.length, output);
  for (const [index, line] of lines.entries()) assert.match(line, expected[index]);
});

Deno.test("without a server the portfolio of the demo has the table that the README shows", async () => {
  const { code, stdout } = await runOptimize([]);
  assert.equal(code, 0);
  assert.ok(demoBlock().includes(`\n${stdout}`), stdout);
});

Deno.test({
  name: "the commands of the README lead from an empty folder to the files, a simulation and a backtest of a run",
  ignore: !await areInstalled(SHELL_TOOLS),
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const port = freePort();
      await using service = startServiceProcess({ DATA_DIR: `${folder}/.data`, HTTPS_PORT: String(port) });
      await service.printed(/ started /);
      const here = (text: string): string => text.replaceAll("localhost:8443", `localhost:${port}`);
      const script = here(`${blocks("sh").join("\n")}printf %s "$KEY" > .data/key\n`);
      const { success, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-eu", "-c", script],
        cwd: folder,
        env: { TMPDIR: `${folder}/.data` },
      })
        .output();
      assert.ok(success, new TextDecoder().decode(stderr));
      const answers = linesOf(new TextDecoder().decode(stdout));
      const promised = linesOf(shownAnswers().join("\n"));
      assert.equal(answers.length, promised.length, answers.join("\n"));
      for (const [index, answer] of answers.entries()) assertShown(answer, promised[index]);
      assert.deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), [".data"]);
      await assertPrograms(blocks("ts").map(here), `${folder}/.data`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** Runs the programs of the README as it says, with the key of its walk. */
async function assertPrograms(programs: readonly string[], dataDir: string): Promise<void> {
  const command = blocks("").find((text) => text.startsWith("KEY=$KEY "));
  assert.ok(command !== undefined && programs.length > 0);
  const args = command.trim().split(" ").slice(command.split(" ").indexOf("deno") + 1);
  for (const program of programs) {
    const child = new Deno.Command(Deno.execPath(), {
      args,
      cwd: new URL("../../", import.meta.url),
      env: {
        KEY: await Deno.readTextFile(`${dataDir}/key`),
        DENO_CERT: `${dataDir}/tls/certificate.pem`,
        NO_COLOR: "1",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(program));
    await writer.close();
    const { success, stdout, stderr } = await output;
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.match(new TextDecoder().decode(stdout), /"NSE:EXMANGO": 0\.\d+/);
  }
}

Deno.test("the README lists every setting and every operator's command", () => {
  const listed = [...README.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell).join(" ");
  const names = [...SETTING_NAMES, "PROVIDER_<NAME>_URL"];
  assert.deepEqual(names.filter((name) => !listed.includes(`\`${name}\``)), []);
  const commands = COMMANDS.map(({ name, parameters }) => [name, ...parameters.map((one) => `<${one}>`)].join(" "));
  assert.deepEqual(commands.filter((command) => !listed.includes(`\`${command}\``)), []);
});

interface Block {
  /** Empty of what is printed. */
  readonly language: string;
  readonly text: string;
}

/** Its fenced blocks in order. */
function fencedBlocks(): readonly Block[] {
  return [...README.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
}

function blocks(language: string): readonly string[] {
  return fencedBlocks().filter((block) => block.language === language).map(({ text }) => text);
}

/** What commands to a shell print: the block right after theirs. */
function shownAnswers(): readonly string[] {
  const all = fencedBlocks();
  return all.filter(({ language }, index) => language === "" && all[index - 1]?.language === "sh").map(({ text }) =>
    text
  );
}

function demoBlock(): string {
  const shown = blocks("").find((text) => text.startsWith("service "));
  assert.ok(shown !== undefined, "the README shows no output of the demo");
  return shown;
}

/** What differs from one demo to the next, as the README shows it. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\/tmp\//g, "\\S*/"],
  [/:8443/g, ":\\d+"],
  [/run_\w+/g, "run_\\w+"],
  [/Token: \w+/g, "Token: [\\w-]+"],
  [/\d+\\\.\d\d s\b/g, "\\d+\\.\\d\\d s"],
  [/[\w-]*…/g, "\\S*"],
];

function patternOf(line: string): RegExp {
  const escaped = line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${VARIES.reduce((text, [from, to]) => text.replace(from, to), escaped)}$`);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/** An object is as shown but for the text in it, which differs each time, and what `,…` leaves out; any other answer is the same. */
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

async function areInstalled(programs: readonly string[]): Promise<boolean> {
  for (const program of programs) {
    try {
      await new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      // deno-lint-ignore no-console
      console.log(`${program} is not installed: the commands of the README are not tried`);
      return false;
    }
  }
  return true;
}
