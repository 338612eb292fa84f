import assert from "node:assert/strict";
import { noteAbsence } from "../support/absent_program.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { TestPlatform } from "./test_platform.ts";
import { visitorOf } from "./visitor.ts";

const runtime = await hostedRuntime();
const path = "path" in runtime ? runtime.path : "";
const ignore = "absent" in runtime;
if ("absent" in runtime) noteAbsence("Deno 2.5.0", `Skipped the tests of the hosted platform: ${runtime.absent}`);

const DATES = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
const RUN = {
  prices: {
    dates: DATES,
    series: {
      ALFA: DATES.map((_, day) => 100 + 3 * Math.sin(day)),
      BETA: DATES.map((_, day) => 80 + 2 * Math.cos(1.7 * day)),
      GAMA: DATES.map((_, day) => 60 + 0.1 * day + Math.sin(2.3 * day)),
    },
  },
  methods: [{ method: "min_volatility" }],
};

Deno.test({
  name: "on the hosted platform a person signs up, and a run is computed in the instance",
  ignore,
  async fn() {
    await using folder = await temporaryFolder();
    const mails = await startSmtpServer({ tls: "none" });
    try {
      await using platform = await TestPlatform.start({
        runtime: path,
        database: `${folder.path}/kv.sqlite3`,
        settings: { MAIL_URL: `smtp://127.0.0.1:${mails.port}`, PUBLIC_URL: "https://localhost" },
        minuteMs: null,
      });
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const { status, body } = await visitor.send("POST", "/jobs", RUN);
      assert.equal(status, 202, JSON.stringify(body));
      await until(
        async () => {
          const { body: job } = await visitor.send("GET", `/jobs/${body.run_id}`);
          assert.notEqual(job.status, "failed", JSON.stringify(job));
          return job.status === "succeeded";
        },
        () => `the run:\n${platform.printed.join("")}`,
        { longestPauseMs: 200 },
      );
    } finally {
      await mails.close();
    }
  },
});
