import assert from "node:assert/strict";
import { COMMANDS } from "../../scripts/admin/commands.ts";
import { SETTING_NAMES } from "../../src/config.ts";
import { startServiceProcess } from "../support/service_process.ts";

const README = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
const SHELL_TOOLS = ["bash", "curl", "sed"];

Deno.test({
  name: "the commands of the README lead from an empty folder to the answer to an API key",
  ignore: !await areInstalled(SHELL_TOOLS),
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const port = freePort();
      await using service = startServiceProcess({ DATA_DIR: `${folder}/.data`, HTTPS_PORT: String(port) });
      await service.printed(/ started /);
      const shown = blocksOf(README, "");
      const script = blocksOf(README, "sh").join("\n").replaceAll("localhost:8443", `localhost:${port}`);
      const { success, stdout, stderr } = await new Deno.Command("bash", { args: ["-eu", "-c", script], cwd: folder })
        .output();
      assert.ok(success, new TextDecoder().decode(stderr));
      const answers = new TextDecoder().decode(stdout).trimEnd().split("\n");
      const promised = shown.flatMap((block) => block.split("\n")).filter((line) => line.startsWith("{"));
      assert.deepEqual(answers.map(fieldsOf), promised.map(fieldsOf));
      assert.equal(answers.at(-1), promised.at(-1));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("the README lists every setting and every operator's command", () => {
  const listed = [...README.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell).join(" ");
  const names = [...SETTING_NAMES, "PROVIDER_<NAME>_URL"];
  assert.deepEqual(names.filter((name) => !listed.includes(`\`${name}\``)), []);
  const commands = COMMANDS.map(({ name, parameters }) => [name, ...parameters.map((one) => `<${one}>`)].join(" "));
  assert.deepEqual(commands.filter((command) => !listed.includes(`\`${command}\``)), []);
});

/** The fenced blocks of a language; the empty name is of what is printed. */
function blocksOf(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].filter(([, name]) => name === language).map(([, , text]) =>
    text
  );
}

function fieldsOf(answer: string): readonly string[] {
  return Object.keys(JSON.parse(answer));
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
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
