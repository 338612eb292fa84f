import assert from "node:assert/strict";
import { printingTransport, writeInFolder } from "./printing_transport.ts";
import { passwordResetMail } from "./templates.ts";

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

Deno.test("a printed mail shows its link, and is stored whole under its id, readable by the service's user only", async () => {
  const folder = await Deno.makeTempDir();
  const printed: string[] = [];
  const transport = printingTransport({
    from: "Portfolio Optimization <no-reply@localhost>",
    print: (text) => printed.push(text),
    write: writeInFolder(`${folder}/mail`),
  });
  try {
    const text = passwordResetMail({ publicUrl: "https://localhost:8443", token: TOKEN });
    await transport.deliver({ id: "mail_1", to: "ada@example.com", ...text });
    const link = `https://localhost:8443/app/reset#token=${TOKEN}`;
    assert.match(printed.join("\n"), /ada@example\.com/);
    assert.ok(printed.join("\n").includes(link));
    assert.deepEqual([...Deno.readDirSync(`${folder}/mail`)].map(({ name }) => name), ["mail_1.eml"]);
    const written = await Deno.readTextFile(`${folder}/mail/mail_1.eml`);
    assert.ok(written.includes(`\n${link}\n`), "the link stands on a line of its own, not encoded");
    if (Deno.build.os !== "windows") {
      const { mode } = await Deno.stat(`${folder}/mail/mail_1.eml`);
      assert.equal((mode ?? 0) & 0o777, 0o600);
    }
  } finally {
    transport.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a mail is only printed where no file can be written", async () => {
  const printed: string[] = [];
  const transport = printingTransport({ from: "a@localhost", print: (text) => printed.push(text), write: null });
  const text = passwordResetMail({ publicUrl: "https://localhost:8443", token: TOKEN });
  await transport.deliver({ id: "mail_1", to: "ada@example.com", ...text });
  assert.equal(printed.length, 1);
  transport.close();
});
