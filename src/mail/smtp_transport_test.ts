import assert from "node:assert/strict";
import { freePort } from "../../tests/support/free_port.ts";
import { loopbackCertificate } from "../../tests/support/loopback_certificate.ts";
import { startSmtpServer } from "../../tests/support/smtp_server.ts";
import { smtpTransport } from "./smtp_transport.ts";
import { verificationMail } from "./templates.ts";

const FROM = "Portfolio Optimization <no-reply@service.example>";
const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

function mail(overrides: { id?: string; to?: string; subject?: string } = {}) {
  const text = verificationMail({ publicUrl: "https://localhost:8443", token: TOKEN });
  return { id: "mail_1", to: "ada@example.com", ...text, ...overrides };
}

for (const tls of ["smtps", "starttls"] as const) {
  Deno.test(`a mail arrives over TLS (${tls}) with user and password`, async () => {
    const certificate = await loopbackCertificate();
    const server = await startSmtpServer({ tls, certificate, user: "us er", password: "p@ss:word/" });
    const protocol = tls === "smtps" ? "smtps" : "smtp";
    const url = new URL(`${protocol}://us%20er:p%40ss%3Aword%2F@localhost:${server.port}`);
    const transport = smtpTransport({ url, from: FROM, authority: certificate.certificate });
    try {
      await transport.deliver(mail());
      const [received] = server.received;
      assert.equal(server.received.length, 1);
      assert.deepEqual({ ...received, content: "" }, {
        from: "no-reply@service.example",
        to: ["ada@example.com"],
        content: "",
        secure: true,
        user: "us er",
      });
      assert.match(received.content, /^From: Portfolio Optimization <no-reply@service\.example>\r$/m);
      assert.match(received.content, /^To: ada@example\.com\r$/m);
      assert.match(received.content, /^Message-ID: <mail_1@service\.example>\r$/m);
      assert.match(received.content, /^Content-Type: text\/plain/m);
      assert.match(received.content, /^Content-Type: text\/html/m);
      assert.match(received.content, new RegExp(`^https://localhost:8443/app/verify#token=${TOKEN}\r$`, "m"));
    } finally {
      transport.close();
      await server.close();
    }
  });
}

Deno.test("no mail is sent to a server with an untrusted certificate", async () => {
  const server = await startSmtpServer({ tls: "smtps" });
  const transport = smtpTransport({ url: new URL(`smtps://localhost:${server.port}`), from: FROM });
  try {
    await assert.rejects(transport.deliver(mail()), /certificate|self.signed|UnknownIssuer/i);
    assert.equal(server.received.length, 0);
  } finally {
    transport.close();
    await server.close();
    await poolTimers();
  }
});

Deno.test("mail is sent without TLS to a server on the same machine", async () => {
  const server = await startSmtpServer({ tls: "none" });
  const transport = smtpTransport({ url: new URL(`smtp://127.0.0.1:${server.port}`), from: FROM });
  try {
    await transport.deliver(mail({ to: "jürgen@bücher.example" }));
    assert.equal(server.received[0].secure, false);
    assert.match(server.received[0].to[0], /^jürgen@/);
  } finally {
    transport.close();
    await server.close();
  }
});

Deno.test("a mail with a line break in a header or a second recipient address is refused", async () => {
  const server = await startSmtpServer({ tls: "none" });
  const transport = smtpTransport({ url: new URL(`smtp://127.0.0.1:${server.port}`), from: FROM });
  try {
    for (
      const to of [
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example, c@d.example",
        "a@b.example;c@d.example",
        "<a@b.example>",
        "a",
        "",
        "a@b@c",
      ]
    ) {
      await assert.rejects(
        transport.deliver(mail({ to })),
        /Cannot (put a control character|send a mail: it must have)/,
        to,
      );
    }
    await assert.rejects(
      transport.deliver(mail({ subject: "Hello\nBcc: c@d.example" })),
      /Cannot put a control character/,
    );
    assert.equal(server.received.length, 0);
  } finally {
    transport.close();
    await server.close();
  }
});

Deno.test("a delivery to a mail server that is down fails with an error that says so", async () => {
  const transport = smtpTransport({ url: new URL(`smtp://127.0.0.1:${freePort()}`), from: FROM });
  await assert.rejects(transport.deliver(mail()), /ECONNREFUSED|refused/i);
  transport.close();
  await poolTimers();
});

/**
 * Test helper. Waits until the timer of nodemailer's connection pool has fired. The pool checks its queue 100 ms after
 * a failed connection, even when closed, and a test must not leave that timer behind.
 */
function poolTimers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}
