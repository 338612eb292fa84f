import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { canWalk } from "../support/documented_walk.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import type { TestSmtpServer } from "../support/smtp_server.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { mailedToken } from "./mailed_token.ts";
import type { TestPlatform } from "./test_platform.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const EMAIL = "ada@example.com";
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
/** Address of the app in the documents. */
const DOCUMENTED_ADDRESS = "https://portfolio.desk.deno.net";

const ignore = LACKS_PLATFORM || !await canWalk();

Deno.test({
  name: "the commands of the six steps in docs/deploy.md go from a sign-up to weights on the hosted platform",
  ignore,
  fn: () =>
    withPlatform({}, async ({ platform, mails, folder }) => {
      const document = markdownDocument("docs/deploy.md");
      const script = document.blocks("sh").join("").replaceAll(DOCUMENTED_ADDRESS, platform.url);
      assert.match(script, /read .*TOKEN/);
      const child = new Deno.Command("bash", {
        args: ["-eu", "-c", script],
        cwd: folder,
        env: { CURL_CA_BUNDLE: await certificateFile(platform, folder) },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const ended = child.output();
      await until(() => mailedToken(mails, EMAIL) !== null, "the mail with the token");
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(`${mailedToken(mails, EMAIL)}\n`));
      await writer.close();
      assertPrinted(await ended, document.answers(), platform);
    }),
});

Deno.test(fullTest(
  "the README's walk gives its weights on the hosted platform, with instances ended after each command",
  {
    heldBy: "the commands of the six steps in docs/deploy.md go from a sign-up to weights on the hosted platform",
    ignore,
  },
  () =>
    withPlatform({}, async ({ platform, mails, folder }) => {
      // The script runs this in place of curl: each of its requests meets an instance that has just started.
      await using ender = endInstancesOnRequest(platform);
      const bin = `${folder}/bin`, data = `${folder}/data`;
      for (const path of [bin, `${data}/tls`, `${data}/mail`]) await Deno.mkdir(path, { recursive: true });
      await Deno.writeTextFile(
        `${bin}/curl`,
        '#!/usr/bin/env bash\nstatus=0\n"$CURL" "$@" || status=$?\n"$CURL" -sS "$ENDER" >&2\nexit "$status"\n',
        { mode: 0o755 },
      );
      await Deno.writeTextFile(`${data}/tls/certificate.pem`, platform.certificate);
      const mailed = keepMail(mails, `${data}/mail`);
      const output = await new Deno.Command("bash", {
        args: [`${PROJECT}scripts/first_run.sh`, EMAIL],
        cwd: folder,
        env: {
          API: platform.url,
          DATA_DIR: data,
          ENDER: ender.url,
          CURL: await realCurl(),
          PATH: `${bin}:${Deno.env.get("PATH")}`,
        },
        stdin: "null",
      }).output();
      assertPrinted(output, markdownDocument("README.md").answers(), platform);
      await mailed;
      assert.ok(ender.requests >= 8, `${ender.requests} commands`);
      assert.ok(platform.started >= ender.requests, `${platform.started} instances, ${ender.requests} commands`);
    }),
));

async function certificateFile(platform: TestPlatform, folder: string): Promise<string> {
  const path = `${folder}/certificate.pem`;
  await Deno.writeTextFile(path, platform.certificate);
  return path;
}

/** Asserts that a script succeeded and printed the lines that a document shows, with texts of its own in JSON. */
function assertPrinted(
  { success, stdout, stderr }: Deno.CommandOutput,
  shown: readonly string[],
  platform: TestPlatform,
): void {
  const text = new TextDecoder();
  const output = text.decode(stdout);
  assert.ok(success, `${output}\n${text.decode(stderr)}\n${platform.printed.join("")}`);
  const outline = (lines: string): readonly string[] =>
    lines.split(/\r?\n/).filter((line) => line !== "").map((line) =>
      line.startsWith("{") ? Object.keys(JSON.parse(line)).join() : line
    );
  assert.deepEqual(outline(output), outline(shown.join("\n")));
}

/** A server of the test whose every request ends all instances, as the platform does when they are idle. */
interface InstanceEnder extends AsyncDisposable {
  readonly url: string;
  readonly requests: number;
}

function endInstancesOnRequest(platform: TestPlatform): InstanceEnder {
  let requests = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    requests++;
    await platform.endInstances("SIGINT");
    return new Response(null, { status: 204 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    get requests() {
      return requests;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Writes the mail with the token as a file, where the script looks for the mails of a service on its own machine. */
async function keepMail(mails: TestSmtpServer, folder: string): Promise<void> {
  await until(() => mailedToken(mails, EMAIL) !== null, "the mail with the token");
  await Deno.writeTextFile(`${folder}/1.eml`, `To: ${EMAIL}\n\nToken: ${mailedToken(mails, EMAIL)}\n`);
}

async function realCurl(): Promise<string> {
  const { stdout } = await new Deno.Command("bash", { args: ["-c", "command -v curl"] }).output();
  return new TextDecoder().decode(stdout).trim();
}
