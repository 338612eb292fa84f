import assert from "node:assert/strict";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../support/postgres_server.ts";
import { submitted, succeeded } from "./small_run.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";
import { testInTurn } from "../support/tier.ts";

sharesPostgres();

Deno.test(testInTurn({
  name: "on the hosted platform an app with an assigned PostgreSQL database computes runs over instances that end",
  ignore: LACKS_PLATFORM || !hasPostgres(),
  fn: async () => {
    const address = newPostgresPath().replace("postgres@", "postgres:secret-of-the-database@");
    await withPlatform({ database: null, minuteMs: null, moreSettings: { DATABASE_URL: address } }, async (parts) => {
      const { platform, mails } = parts;
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      await succeeded(visitor, await submitted(visitor), platform);
      const left = await submitted(visitor);
      await platform.endInstances("SIGINT");
      assert.ok(await platform.minute());
      assert.equal((await visitor.send("GET", `/jobs/${left}`)).body.status, "succeeded");
      assert.equal(platform.started, 2);
      assert.ok(!platform.printed.join("").includes("secret-of-the-database"));
    });
  },
}));
