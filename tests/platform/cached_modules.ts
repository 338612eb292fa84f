/**
 * Tests the build step of the hosted platform: after `deno task modules` in an empty cache an instance signs a person
 * up and computes a run without a download. Run by `deno task test:platform`; needs the npm registry.
 */
import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const ROOT = new URL("../../", import.meta.url);
/** A proxy that does not answer, so that nothing can be downloaded through it. */
const NO_PROXY = "http://127.0.0.1:1";
const DAYS = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
const RUN = {
  prices: {
    dates: DAYS,
    series: {
      ALFA: DAYS.map((_, day) => 100 + 3 * Math.sin(day)),
      BETA: DAYS.map((_, day) => 80 + 2 * Math.cos(1.7 * day)),
    },
  },
  methods: ["min_volatility", "risk_parity"],
};

Deno.test({
  name: "after the build step an instance downloads nothing",
  ignore: LACKS_PLATFORM,
  async fn() {
    const runtime = await hostedRuntime();
    assert.ok("path" in runtime);
    await using cache = await temporaryFolder();
    const lock = await Deno.readTextFile(new URL("deno.lock", ROOT));
    const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
    const [, ...args] = String(tasks.modules.command).split(" ");
    const { code, stderr } = await new Deno.Command(runtime.path, {
      args,
      cwd: ROOT,
      env: { DENO_DIR: cache.path, DENO_TLS_CA_STORE: "mozilla,system" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.equal(await Deno.readTextFile(new URL("deno.lock", ROOT)), lock);
    const variables = { DENO_DIR: cache.path, HTTPS_PROXY: NO_PROXY };
    await withPlatform({ variables, minuteMs: null }, async ({ platform, mails }) => {
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const { status, body } = await visitor.send("POST", "/jobs", RUN);
      assert.equal(status, 202, JSON.stringify(body));
      await until(
        async () => (await visitor.send("GET", `/jobs/${body.run_id}`)).body.status === "succeeded",
        () => platform.printed.join(""),
      );
      assert.doesNotMatch(platform.printed.join(""), /Download/);
    });
  },
});
