import assert from "node:assert/strict";
import { SETTING_NAMES } from "../src/config.ts";
import { SOURCES } from "../src/market_data/providers/mod.ts";
import { permissionsStaleReason, withPermissions } from "./write_permissions.ts";

const STALE = `{
  "tasks": {
    "start": "deno run --allow-net main.ts",
    "optimize": "deno run --allow-net=old.example --ignore-env scripts/optimize.ts"
  },
  "permissions": {
    "settings": {
      "env": ["OLD"],
      "sys": ["hostname"]
    },
    "other": { "env": ["KEPT"] }
  }
}
`;

Deno.test("the permissions in deno.json list the settings and market data hosts that the service declares", async () => {
  assert.equal(await permissionsStaleReason(), null);
});

Deno.test("updating the permissions of deno.json sets the settings and hosts, and keeps everything else", () => {
  const { tasks, permissions } = JSON.parse(withPermissions(STALE));
  const hosts = [...SOURCES].map(({ url }) => new URL(url).host).join(",");
  assert.deepEqual(tasks, {
    start: "deno run --allow-net main.ts",
    optimize: `deno run --allow-net=${hosts},127.0.0.1,localhost --ignore-env scripts/optimize.ts`,
  });
  assert.deepEqual(permissions, {
    settings: { env: [...SETTING_NAMES, "PROVIDER_*"].toSorted(), sys: ["hostname"] },
    other: { env: ["KEPT"] },
  });
  assert.equal(withPermissions(withPermissions(STALE)), withPermissions(STALE));
});

Deno.test("a deno.json without the list of settings is refused with an error that names it", () => {
  assert.throws(() => withPermissions('{"tasks": {}}'), /Cannot find .*settings.* in deno\.json/);
});
