import assert from "node:assert/strict";
import { canWalk, walkScript } from "../support/documented_walk.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { testInTurn } from "../support/tier.ts";

const README = markdownDocument("README.md");
const SCRIPT = "scripts/first_run.sh";

Deno.test("the first ten lines of the README show an efficient frontier and the commands for the demo and the tests", () => {
  const beginning = README.text.split("\n").slice(0, 10).join("\n");
  assert.match(beginning, /^!\[.+\]\(docs\/frontier\.svg\)$/m);
  assert.match(beginning, / task demo\n.* task test$/m);
});

Deno.test("the README names scripts/first_run.sh, and the commands that it shows are in the script", async () => {
  const script = await Deno.readTextFile(new URL(`../../${SCRIPT}`, import.meta.url));
  const shown = README.blocks("sh");
  assert.equal(shown.length, 1);
  assert.ok(script.includes(shown[0]), `the README shows other lines than ${SCRIPT}`);
  assert.ok(README.blocks("").includes(`bash ${SCRIPT}\n`));
});

Deno.test(testInTurn({
  name: "scripts/first_run.sh gives, from an empty folder, the weights that the README shows",
  ignore: !await canWalk(),
  fn: () => walkScript(SCRIPT, README.answers()),
}));

Deno.test({
  name: "scripts/first_run.sh fails with a single line of error where no service answers",
  ignore: !await canWalk(),
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: [decodeURIComponent(new URL(`../../${SCRIPT}`, import.meta.url).pathname)],
        cwd: folder,
        env: { API: "https://localhost:1", DATA_DIR: folder },
      }).output();
      assert.notEqual(code, 0);
      assert.equal(new TextDecoder().decode(stdout).trim(), "");
      assert.match(new TextDecoder().decode(stderr), /^curl: .*\n$/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
