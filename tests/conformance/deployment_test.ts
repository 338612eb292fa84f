import assert from "node:assert/strict";
import { parse } from "yaml";
import { proxyConfiguration } from "../../scripts/fleet/proxy_part.ts";
import { fleetPorts } from "../../scripts/fleet/fleet_ports.ts";
import type { Part } from "../../scripts/fleet/part.ts";
import { apiParts, workParts } from "../../scripts/fleet/service_parts.ts";
import { argumentsOfFleetTask, variablesOfFleetTask } from "../../scripts/fleet/task_command.ts";
import { SETTING_NAMES } from "../../src/config.ts";
import { COUNTERS, DURATIONS, GAUGES } from "../../src/runtime/instruments.ts";
import { firstFile } from "../support/first_file.ts";

const FOLDER = new URL("../../deploy/", import.meta.url);
const ROOT = new URL("../../", import.meta.url);
const PORTS = fleetPorts(8443);
const PARTS: readonly Part[] = [
  ...apiParts({ ports: PORTS, source: ROOT, shared: {} }),
  ...workParts({ ports: PORTS, source: ROOT, shared: {} }),
];
/** Variables of a process that its runtime reads, and not the service. */
const OF_RUNTIME = ["DENO_DIR"];
/** Variables that a deployment gives to a process as the fleet does. */
const GIVEN = [...SETTING_NAMES, ...Object.keys(variablesOfFleetTask("start"))];

interface ComposeService {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const { services }: { readonly services: Readonly<Record<string, ComposeService>> } = parse(
  await Deno.readTextFile(new URL("compose.yaml", FOLDER)),
  { merge: true },
);

Deno.test("Compose runs the processes of the fleet with the same commands and settings, in images of exact versions", () => {
  const others = ["postgres", "bucket", "proxy"];
  assert.deepEqual(Object.keys(services).toSorted(), [...others, ...PARTS.map(({ name }) => name)].toSorted());
  for (const [name, { image }] of Object.entries(services)) {
    assert.match(image, /^[a-z/]+:(\d+\.\d+(\.\d+)?|RELEASE\.[\dTZ-]+)$/, name);
  }
  for (const { name, env, args } of PARTS) {
    const { image, entrypoint, command, environment } = services[name];
    assert.deepEqual(entrypoint, ["/usr/bin/deno"], name);
    assert.deepEqual(command, args.map((argument) => argument.replace(Deno.execPath(), "/usr/bin/deno")), name);
    assert.equal(image, `denoland/deno:${PINNED}`);
    const { own, unknown } = sorted(environment);
    assert.deepEqual(unknown, [], name);
    for (const [setting, value] of Object.entries(env)) assert.equal(own[setting], value, `${name} ${setting}`);
  }
  const { KV_PATH, ARTIFACTS_URL } = services["api-1"].environment;
  assert.equal(new URL(KV_PATH).port, String(PORTS.postgres));
  assert.match(ARTIFACTS_URL, new RegExp(`endpoint=http://127\\.0\\.0\\.1:${PORTS.bucket}$`));
  assert.ok(services.postgres.command.includes(`port=${PORTS.postgres}`));
});

Deno.test("the units of systemd run the processes of the fleet with the same commands and settings, and systemd accepts them", async () => {
  const kinds = [["portfolio-api@", "start", "api-1"], ["portfolio-work@", "work", "work-1"]] as const;
  for (const [unit, task, name] of kinds) {
    const path = new URL(`systemd/${unit}.service`, FOLDER);
    const text = (await Deno.readTextFile(path)).replace(/\\\n\s*/g, "");
    const valuesOf = (key: string): readonly string[] =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value);
    const [command] = valuesOf("ExecStart");
    const runtime = "/usr/local/bin/deno";
    assert.deepEqual(command.split(" "), [runtime, ...argumentsOfFleetTask(task, runtime)]);
    const given = Object.fromEntries(
      valuesOf("Environment").flatMap((line) => line.split(" ")).map((pair) => pair.split("=")),
    );
    const { own, unknown } = sorted(given);
    assert.deepEqual(unknown, [], unit);
    const { env } = PARTS.find((part) => part.name === name) ?? assert.fail(name);
    assert.deepEqual(
      new Set(Object.keys(own)),
      new Set([...Object.keys(env), "DATA_DIR", "LOG_FORMAT"]),
    );
    for (const [setting, value] of Object.entries(env)) {
      if (!/_PORT$/.test(setting)) assert.equal(own[setting], value, `${unit} ${setting}`);
    }
    assert.deepEqual([valuesOf("KillSignal"), valuesOf("Restart")], [["SIGTERM"], ["always"]]);
    await assertSystemdAccepts(path);
  }
});

Deno.test("the proxy of the fleet is that of deploy/haproxy.cfg with its own addresses and nothing else changed", async () => {
  const text = await Deno.readTextFile(new URL("haproxy.cfg", FOLDER));
  const servers = PORTS.apis.map((port) => `127.0.0.1:${port}`);
  assert.equal(proxyConfiguration(text, { bind: ":443 ssl crt /etc/haproxy/portfolio.pem", servers }), text);
  const other = proxyConfiguration(text, { bind: "127.0.0.1:9443 ssl crt /own.pem", servers: ["127.0.0.1:1"] });
  const changed = other.split("\n").filter((line) => !text.split("\n").includes(line));
  assert.deepEqual(changed, ["  bind 127.0.0.1:9443 ssl crt /own.pem alpn h2,http/1.1", "  server api-1 127.0.0.1:1"]);
});

Deno.test("the dashboard shows every instrument, and no series that does not exist", async () => {
  const text = await Deno.readTextFile(new URL("grafana/fleet.json", FOLDER));
  const { panels }: { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] } = JSON
    .parse(text);
  const shown = new Set(
    panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/portfolio_[a-z_]+/g) ?? [])),
  );
  const beginning = (name: string): string => `portfolio_${name.replaceAll(".", "_")}`;
  const series = [
    ...Object.keys(COUNTERS).map((name) => [`${beginning(name)}_total`]),
    ...Object.keys(DURATIONS).map((name) =>
      ["bucket", "count", "sum"].map((part) => `${beginning(name)}_seconds_${part}`)
    ),
    ...Object.entries(GAUGES).map(([name, { unit }]) => [
      beginning(name) + { ms: "_seconds", By: "_bytes", "1": "" }[unit],
    ]),
  ];
  for (const names of series) assert.ok(names.some((name) => shown.has(name)), `${names[0]} is shown`);
  const known = new Set(series.flat());
  assert.deepEqual([...shown].filter((name) => !known.has(name)), []);
});

/** The version of Deno that the project pins. */
const PINNED = /deno@(\d+\.\d+\.\d+)/.exec(await Deno.readTextFile(new URL("README.md", ROOT)))?.[1];

function sorted(
  variables: Readonly<Record<string, string>>,
): { readonly own: Readonly<Record<string, string>>; readonly unknown: readonly string[] } {
  const all = Object.entries(variables).filter(([name]) => !OF_RUNTIME.includes(name));
  return {
    own: Object.fromEntries(all.filter(([name]) => GIVEN.includes(name))),
    unknown: all.map(([name]) => name).filter((name) => !GIVEN.includes(name)),
  };
}

/** Test helper. Lets systemd's own program check a unit, where it is installed. */
async function assertSystemdAccepts(unit: URL): Promise<void> {
  const program = firstFile(["/usr/bin/systemd-analyze"]);
  if (program === undefined) return;
  const { stderr } = await new Deno.Command(program, {
    args: ["verify", "--man=no", "--recursive-errors=no", decodeURIComponent(unit.pathname)],
  }).output();
  // The binary of the runtime is at its place on the machine of the operator only.
  const faults = new TextDecoder().decode(stderr).split("\n").filter((line) => /portfolio/.test(line));
  assert.deepEqual(faults.filter((line) => !/Command .* is not executable/.test(line)), []);
}
