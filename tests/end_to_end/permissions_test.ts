import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { SETTING_NAMES } from "../../src/config.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { argumentsOfTask, flagsOfTask, RUNTIME, spelledOutFlagsOfTask } from "../support/task_arguments.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const ENVIRONMENT_PROCESS = fileURLToPath(new URL("../support/environment_process.ts", import.meta.url));
const TASKS = ["start", "work", "admin", "optimize", "demo", "studio"];
/** Environment variables of the tasks that read no settings. */
const OWN_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  demo: ["HTTPS_PORT"],
  studio: ["HTTP_PORT", "INIT_CWD"],
};

Deno.test("each task may read exactly its settings from the environment", () => {
  for (const task of TASKS) {
    const settings = OWN_VARIABLES[task] ?? [...SETTING_NAMES, "PROVIDER_*"];
    assert.deepEqual(valuesOf(task, "--allow-env")?.toSorted(), settings.toSorted(), task);
  }
});

Deno.test("no task has every permission, only those that serve may run Deno, optimize reaches only market data sources, and studio writes nothing", () => {
  for (const task of TASKS) {
    const names = spelledOutFlagsOfTask(task).map((flag) => flag.split("=")[0]);
    const permissions = names.filter((name) => /^--allow-/.test(name)).toSorted();
    const serves = ["start", "work", "demo", "studio"].includes(task);
    const priority = serves ? ["--allow-sys"] : [];
    const processes = serves ? ["--allow-run"] : [];
    const files = ["--allow-env", "--allow-net", "--allow-read"];
    const writing = task === "studio" ? [] : ["--allow-write"];
    assert.deepEqual(permissions, [...files, ...processes, ...priority, ...writing], task);
    assert.deepEqual(valuesOf(task, "--allow-run"), serves ? [Deno.execPath()] : null, task);
    const disk = task === "studio" ? [] : ["statfs"];
    assert.deepEqual(valuesOf(task, "--allow-sys"), serves ? ["getPriority", "setPriority", ...disk] : null, task);
    assert.ok(argumentsOfTask(task).every((argument) => !/^-[A-Z]/.test(argument)), task);
  }
  assert.deepEqual(valuesOf("demo", "--allow-net"), ["127.0.0.1", "localhost"]);
  assert.deepEqual(valuesOf("studio", "--allow-net"), ["127.0.0.1"]);
  const hosts = [...SOURCES].map(({ url }) => new URL(url).host);
  assert.deepEqual(valuesOf("optimize", "--allow-net")?.toSorted(), [...hosts, "127.0.0.1", "localhost"].toSorted());
});

Deno.test("the runtime of the studio does not look for a newer version of itself", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assert.match(tasks.studio, /^DENO_NO_UPDATE_CHECK=1 deno run /);
});

Deno.test("a process with the permissions of the service reads its settings, and no other environment variable", async () => {
  const given = { HOST: "127.0.0.1", PROVIDER_NSE_URL: "https://nse.example", WORKERS: "2" };
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", ...flagsOfTask("start"), ENVIRONMENT_PROCESS],
    env: { ...given, PASSWORD_OF_ANOTHER_SERVICE: "secret" },
  }).output();
  const names: string[] = JSON.parse(new TextDecoder().decode(stdout));
  const settings = new Set([...SETTING_NAMES, ...Object.keys(given)]);
  assert.deepEqual(names.filter((name) => !settings.has(name)), []);
  assert.deepEqual(Object.keys(given).filter((name) => !names.includes(name)), []);
});

Deno.test(testInTurn("on Linux some threads of the service have a niceness 5 above its main thread's, and others 10", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  await using folder = await temporaryFolder();
  await using service = startServiceProcess({ DATA_DIR: folder.path, HTTPS_PORT: "0", WORKERS: "1" });
  using person = await personOfProcess(service, { port: await service.httpsPort(), dataDir: folder.path });
  const headers = { "content-type": "application/json" }, body = JSON.stringify(pricesBody(20, 500));
  // Its body is large enough for a worker that reads it.
  const submitted = await person.fetch("/jobs", { method: "POST", headers, body });
  assert.equal(submitted.status, 202);
  await submitted.body?.cancel();
  // Reads the niceness of each thread, field 19 of its stat file. Field 2, the thread name, may contain spaces, so
  // everything up to it is removed.
  const nicenessOfThreads = `sed 's/.*) //' /proc/${service.pid}/task/*/stat | cut -d ' ' -f 17`;
  let seen: readonly number[] = [];
  await until(async () => {
    // The program that reads the files takes longer than the pause of `until`, and the processor from the service.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { stdout } = await new Deno.Command("sh", { args: ["-c", nicenessOfThreads] }).output();
    seen = new TextDecoder().decode(stdout).trim().split("\n").map(Number);
    return [5, 10].every((niceness) => seen.includes(Math.min(19, seen[0] + niceness)));
  }, () => `threads 5 and 10 below the first, not at ${seen}`);
}));

Deno.test("the start command in docs/deploy.md has the arguments of the start task", () => {
  const { text } = markdownDocument("docs/deploy.md");
  const command = /^deno run (--quiet(?:.*\\\n)*.*)$/m.exec(text)?.[1];
  const told = command?.replaceAll(RUNTIME, Deno.execPath()).replaceAll(/['"\\]/g, "").split(/\s+/);
  assert.deepEqual(told, argumentsOfTask("start"));
});

/** Returns the values that a flag of a task lists; null if the task does not have the flag. */
function valuesOf(task: string, name: string): readonly string[] | null {
  const flag = spelledOutFlagsOfTask(task).find((one) => one.startsWith(`${name}=`));
  return flag === undefined ? null : flag.slice(name.length + 1).split(",");
}
