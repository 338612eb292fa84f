import assert from "node:assert/strict";
import { loopbackCertificate } from "../support/loopback_certificate.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { equitySheet } from "../support/statement_sheets.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { workbookFile } from "../support/workbook_file.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const ignore = LACKS_PLATFORM;
const RUN = { ...pricesBody(4, 200), methods: ["min_volatility"], monte_carlo: { horizon: 20, paths: 100 } };

Deno.test(testInTurn({
  name: "on the hosted platform mails go to a server with TLS, also where the first of its addresses does not answer",
  ignore,
  async fn() {
    await using folder = await temporaryFolder();
    const certificate = await loopbackCertificate();
    // The name `localhost` also leads to ::1, where this server does not listen.
    const server = await startSmtpServer({ tls: "smtps", certificate, user: "ada", password: "secret" });
    const authority = `${folder.path}/authority.pem`;
    await Deno.writeTextFile(authority, certificate.certificate);
    const settings = { MAIL_URL: `smtps://ada:secret@localhost:${server.port}`, PUBLIC_URL: "https://localhost" };
    try {
      await withPlatform({ settings, variables: { DENO_CERT: authority }, minuteMs: null }, async ({ platform }) => {
        await visitorOf(platform, server, "ada@example.com");
      });
      assert.ok(server.received.length > 0);
      assert.ok(server.received.every(({ secure, user }) => secure && user === "ada"));
    } finally {
      await server.close();
    }
  },
}));

Deno.test(testInTurn({
  name: "on the hosted platform a workbook of holdings is read in a process of the instance",
  ignore,
  fn: () =>
    withPlatform({ minuteMs: null }, async ({ platform, mails }) => {
      const { signIn } = await visitorOf(platform, mails, "ada@example.com");
      const headers = { authorization: `Bearer ${await signIn()}`, "content-type": "application/json" };
      const imported = async (file: Uint8Array): Promise<{ readonly status: number; readonly body: Imported }> => {
        const body = JSON.stringify({ content_base64: file.toBase64() });
        const response = await platform.fetch("/holdings/import", { method: "POST", headers, body });
        return { status: response.status, body: await response.json() };
      };
      const whole = await imported(workbookFile([equitySheet([{ symbol: "EXMANGO" }, { symbol: "EXLOTUS" }])]));
      assert.equal(whole.status, 200, JSON.stringify(whole.body));
      assert.deepEqual(whole.body.stocks?.assets?.map(({ ticker }) => ticker), ["EXMANGO", "EXLOTUS"]);
      const noStatement = await imported(new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n"));
      assert.deepEqual([noStatement.status, noStatement.body.code], [400, "HOLDINGS_FILE_UNREADABLE"]);
    }),
}));

Deno.test(testInTurn({
  name: "on the hosted platform a run has its simulation and its report as PDF",
  ignore,
  fn: () =>
    withPlatform({ minuteMs: null }, async ({ platform, mails }) => {
      const { signIn } = await visitorOf(platform, mails, "ada@example.com");
      const headers = { authorization: `Bearer ${await signIn()}`, "content-type": "application/json" };
      const post = async (path: string, body: unknown): Promise<Answered> => {
        const response = await platform.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        const answer = await response.json();
        assert.equal(response.status, 202, JSON.stringify(answer));
        return answer;
      };
      const reads = async (path: string, isDone: (body: Answered) => boolean): Promise<Answered> => {
        let read: Answered = {};
        await until(
          async () => isDone(read = await (await platform.fetch(path, { headers })).json()),
          () => `${path}: ${JSON.stringify(read)}`,
          { longestPauseMs: 200 },
        );
        return read;
      };
      const { run_id } = await post("/jobs", RUN);
      await reads(`/jobs/${run_id}`, ({ status }) => status === "succeeded");
      await reads(`/runs/${run_id}/monte_carlo`, ({ items }) => items?.[0]?.status === "succeeded");
      await post(`/jobs/${run_id}/report/pdf`, {});
      const { url = "" } = await reads(`/jobs/${run_id}/report/status`, ({ status }) => status === "ready");
      const file = await platform.fetch(new URL(url).pathname);
      assert.match(await file.text(), /^%PDF-1\.7/);
    }),
}));

interface Imported {
  readonly code?: string;
  readonly stocks?: { readonly assets?: readonly { readonly ticker: string }[] };
}

interface Answered {
  readonly run_id?: string;
  readonly status?: string;
  readonly url?: string;
  readonly items?: readonly { readonly status: string }[];
}
