import assert from "node:assert/strict";
import { SupervisedPart } from "../../scripts/fleet/supervised_part.ts";
import { FleetError, type Part } from "../../scripts/fleet/part.ts";
import { settingsOfOperator } from "../../scripts/fleet/service_parts.ts";
import { canWalk, walkScriptAt } from "../support/documented_walk.ts";
import { canStartFleet, fleetFolder, freeFleetPort, SOURCE } from "../support/running_fleet.ts";
import { freePort } from "../support/free_port.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { startFleetProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const README = markdownDocument("README.md");

Deno.test("a part of a fleet is started again after a kill, gets its signal itself, and stays down once it is stopped", async () => {
  await using folder = await temporaryFolder();
  const logFile = `${folder.path}/log`, ends: string[] = [];
  const supervised = new SupervisedPart(shellPart(folder.path, 'trap "echo stopped; exit 0" TERM; echo began; cat'), {
    logFile,
    onEnd: (name, ending) => void ends.push(`${name} ${ending}`),
  });
  await supervised.start();
  const first = supervised.pid;
  supervised.kill("SIGKILL");
  await until(() => ends.length === 1, "the end to be told");
  await supervised.ready();
  assert.notEqual(supervised.pid, first);
  // The log of the life before says that it began, so the program may seem ready before it takes its signal.
  await until(async () => /began\nbegan\n$/.test(await Deno.readTextFile(logFile)), "the second life to begin");
  await supervised.stop();
  assert.equal(supervised.pid, null);
  assert.deepEqual(ends, ["shell SIGKILL"]);
  assert.deepEqual((await Deno.readTextFile(logFile)).split("\n"), ["began", "began", "stopped", ""]);
});

Deno.test("a part of a fleet that ends before it is ready fails the start, with its last line and the place of its log", async () => {
  await using folder = await temporaryFolder();
  const logFile = `${folder.path}/log`;
  const supervised = new SupervisedPart(
    { ...shellPart(folder.path, 'echo "no memory"; exit 3'), isReady: () => Promise.resolve(false) },
    {
      logFile,
      onEnd: () => undefined,
    },
  );
  await assert.rejects(supervised.start(), {
    name: "FleetError",
    message: `Cannot start shell: it ended with exit code 3: no memory; see ${logFile}`,
  });
  await supervised.stop();
});

Deno.test("a part of a fleet that is stopped during its restart stays down, and its program does not start", async () => {
  await using folder = await temporaryFolder();
  const logFile = `${folder.path}/log`, gate = Promise.withResolvers<void>();
  let starts = 0;
  const part = shellPart(folder.path, "trap 'echo stopped; exit 0' TERM; echo began; cat");
  const supervised = new SupervisedPart(
    { ...part, prepare: () => ++starts === 1 ? Promise.resolve() : gate.promise },
    { logFile, onEnd: () => undefined },
  );
  await supervised.start();
  const restarting = supervised.restart();
  await until(() => starts === 2, "the restart");
  await supervised.stop();
  gate.resolve();
  await restarting;
  assert.equal(supervised.pid, null);
  await supervised.restart();
  assert.deepEqual([starts, await Deno.readTextFile(logFile)], [2, "began\nstopped\n"]);
});

Deno.test(
  testInTurn("a fleet refuses a taken port, a setting of its own and a wrong argument with one sentence", async () => {
    await using folder = await temporaryFolder();
    using taken = Deno.listen({ hostname: "127.0.0.1", port: freePort() });
    const { port } = taken.addr;
    await using process = startFleetProcess({}, ["--data", folder.path, "--port", `${port - 3}`]);
    const { code, output } = await process.ended();
    assert.equal(code, 2);
    assert.match(
      output,
      new RegExp(`^Cannot use the ports ${port - 3} to ${port + 7}: \\d+ is taken; name another `, "m"),
    );
    assert.throws(() => settingsOfOperator({ KV_PATH: "x", HOME: "/" }), FleetError);
    assert.deepEqual(settingsOfOperator({ MARKET_DATA: "live", HOME: "/" }), { MARKET_DATA: "live" });
    await using wrong = startFleetProcess({}, ["--prot", "1"]);
    assert.equal((await wrong.ended()).code, 2);
  }),
);

Deno.test(fullTest(
  "the fleet of one command gives the weights that the README shows, lives on when a process is killed, and stops whole",
  {
    heldBy:
      "a part of a fleet is started again after a kill, gets its signal itself, and stays down once it is stopped",
    ignore: !canStartFleet() || !await canWalk(),
  },
  async () => {
    await using folder = await fleetFolder();
    // In a fresh clone the folder above, `.data`, is not there either.
    const port = freeFleetPort(), dataDir = `${folder.path}/.data/fleet`;
    await using fleet = startFleetProcess({}, ["--data", dataDir, "--port", `${port}`]);
    await fleet.printed(/^The fleet answers at /);
    const place = { address: `localhost:${port}`, dataDir };
    await walkScriptAt("scripts/first_run.sh", README.answers(), place);
    const settings = `${dataDir}/settings`;
    assert.equal((await Deno.stat(settings)).mode, 0o100600);
    const listed = await shell(`set -a; . '${settings}'; exec '${Deno.execPath()}' task admin list-jobs`);
    assert.equal(listed, "0 jobs in flight\n");
    const children = await childrenOf(fleet.pid);
    assert.ok(children.length >= 8, `${children.length} programs`);
    const [victim] = children.filter(({ command }) => /main\.ts work/.test(command));
    Deno.kill(victim.pid, "SIGKILL");
    await fleet.printed(/^work-\d ended \(SIGKILL\) and is started again/);
    await walkScriptAt("scripts/first_run.sh", README.answers(), { ...place, args: ["grace@example.com"] });
    const last = await childrenOf(fleet.pid);
    fleet.kill("SIGINT");
    assert.equal((await fleet.ended()).code, 0);
    const left = (await Promise.all(last.map(({ pid }) => isAlive(pid)))).filter((alive) => alive);
    assert.deepEqual(left, []);
  },
));

function shellPart(cwd: string, script: string): Part {
  return {
    name: "shell",
    command: "/bin/sh",
    args: ["-c", script.replace("cat", "while :; do sleep 0.02; done")],
    env: { PATH: "/usr/bin:/bin" },
    cwd,
    stopSignal: "SIGTERM",
    isReady: async () => /began\n$/.test(await Deno.readTextFile(`${cwd}/log`)),
  };
}

/** Test helper. Runs a script in the folder of the project and returns what it prints. */
async function shell(script: string): Promise<string> {
  const { stdout } = await new Deno.Command("/bin/sh", { args: ["-c", script], cwd: SOURCE }).output();
  return new TextDecoder().decode(stdout);
}

interface Child {
  readonly pid: number;
  readonly command: string;
}

/** Test helper. Returns the programs that a process has started, with their commands. */
async function childrenOf(parent: number): Promise<readonly Child[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "pid=,args=", "--ppid", `${parent}`] }).output();
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => {
    const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? assert.fail(line);
    return { pid: Number(pid), command };
  });
}

async function isAlive(pid: number): Promise<boolean> {
  return await Deno.stat(`/proc/${pid}`).then(() => true, () => false);
}
