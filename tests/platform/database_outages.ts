/**
 * Tests that outages of the database of an app on the hosted platform cost time and nothing else: it refuses
 * connections, is silent or answers ten seconds late, for 1, 12 and 60 seconds each. Prints how each went. Run by `deno
 * task test:platform`; the environment variable OUTAGE_SECONDS sets other lengths.
 */
import { databaseOutage } from "./database_outage.ts";
import { LACKS_PLATFORM } from "./with_platform.ts";

const SECONDS = (Deno.env.get("OUTAGE_SECONDS") ?? "1 12 60").split(" ").map(Number);

for (const seconds of SECONDS) {
  for (const how of ["refused", "silent", "slow"] as const) {
    Deno.test({
      name: `a database of the hosted platform that is ${how} for ${seconds} s costs time and nothing else`,
      ignore: LACKS_PLATFORM,
      async fn() {
        // deno-lint-ignore no-console
        console.log(JSON.stringify(await databaseOutage(how, seconds)));
      },
    });
  }
}
