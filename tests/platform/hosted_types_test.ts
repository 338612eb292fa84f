import assert from "node:assert/strict";
import { noteAbsence } from "../support/absent_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest, testInTurn } from "../support/tier.ts";
import { HOSTED_VERSION, hostedRuntime } from "./hosted_runtime.ts";

const ROOT = new URL("../../", import.meta.url);
/** Declares what the runtime has and its types do not name. */
const DECLARED = "tests/platform/hosted_types.d.ts";

/** A fault that the types of the hosted runtime see in a file, and why it is none. */
interface KnownFault {
  readonly file: string;
  readonly code: string;
  readonly says: string;
  readonly because: string;
}

const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    file: "src/accounts/argon2id.ts",
    code: "TS2339",
    says: "'supports' does not exist",
    because: "it is called only where the runtime has it",
  },
  {
    file: "src/accounts/argon2id.ts",
    code: "TS2769",
    says: '"raw-secret"',
    because: "it is called only where the runtime has Argon2id",
  },
  ...["src/http/accepted_encoding.ts", "src/http/compressed.ts", "src/http/packed_in_turns.ts"].map((file) => ({
    file,
    code: "TS2345",
    says: '"brotli"',
    because: "brotli is a coding only where the runtime makes such a stream",
  })),
];

/** Programs that use what only a newer runtime has. */
const NEWER: readonly string[] = [
  "console.log(Math.sumPrecise([1]));",
  "console.log(new Map([[1, 2]]).getOrInsert(1, 3));",
  'console.log(Deno.spawn("true"));',
  'console.log(new QuotaExceededError("a"));',
  'import text from "./a.txt" with { type: "text" };\nconsole.log(text);',
];

const runtime = await hostedRuntime();
const ignore = "absent" in runtime;
if ("absent" in runtime) noteAbsence("Deno 2.5.0", `Skipped the tests of the hosted platform: ${runtime.absent}`);

Deno.test(testInTurn({
  name: `the types of Deno ${HOSTED_VERSION} refuse what only newer runtimes have`,
  ignore,
  async fn() {
    await using folder = await temporaryFolder();
    await Deno.writeTextFile(`${folder.path}/a.txt`, "text");
    for (const [index, program] of NEWER.entries()) {
      const file = `${folder.path}/${index}.ts`;
      await Deno.writeTextFile(file, program);
      const { success, said } = await hosted(["check", "--no-config", "--no-lock", file]);
      assert.ok(!success, `${program}\n${said}`);
    }
  },
}));

Deno.test({
  name: `Deno ${HOSTED_VERSION} has what the tests declare for its types`,
  ignore,
  async fn() {
    const declared = (await Deno.readTextFile(new URL(DECLARED, ROOT))).matchAll(
      /^interface (\w+?)(Constructor)? \{$(.*?)^\}$/gms,
    );
    const members = [...declared].flatMap(([, name = "", isConstructor, body = ""]) =>
      [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, member]) => `${name}${isConstructor ? "" : ".prototype"}.${member}`)
    );
    assert.ok(members.length >= 4, members.join());
    const { said } = await hosted(["eval", "--print", `[${members.map((name) => `typeof ${name}`).join()}].join()`]);
    assert.equal(said.trim(), members.map(() => "function").join());
  },
});

Deno.test({
  name: `workers and what compresses answers type-check with Deno ${HOSTED_VERSION}`,
  ignore,
  async fn() {
    const files = ["src/accounts/argon2id_worker.ts", "src/jobs/workbook_worker.ts", "src/http/packed_in_turns.ts"];
    assert.deepEqual((await faultsOf(files)).filter((fault) => reasonFor(fault) === null), []);
  },
});

Deno.test(fullTest(`the whole service type-checks with Deno ${HOSTED_VERSION}`, {
  heldBy: `workers and what compresses answers type-check with Deno ${HOSTED_VERSION}`,
  ignore,
}, async () => {
  const files = (await sources("src")).filter((file) => !file.endsWith("_test.ts"));
  const faults = await faultsOf(["main.ts", "deploy.ts", ...files]);
  assert.deepEqual(faults.filter((fault) => reasonFor(fault) === null), []);
  const stale = KNOWN_FAULTS.filter((known) => !faults.some((fault) => reasonFor(fault) === known.because));
  assert.deepEqual(stale, [], "faults that the types no longer see");
}));

/** Returns why a fault of the types is none in the service; null where it is one. */
function reasonFor(fault: string): string | null {
  const known = KNOWN_FAULTS.find(({ file, code, says }) =>
    fault.startsWith(`${code} `) && fault.includes(says) && fault.includes(`/${file}:`)
  );
  return known?.because ?? null;
}

/** Returns the faults that the types of the hosted runtime see in files and in what these import. */
async function faultsOf(files: readonly string[]): Promise<readonly string[]> {
  const { success, said } = await hosted(["check", "--no-lock", DECLARED, ...files]);
  const faults = said.split(/^(?=TS\d+ \[ERROR\]: )/m).filter((part) => part.startsWith("TS"));
  assert.ok(success || faults.length > 0, said);
  return faults;
}

/** Runs the hosted runtime in the folder of the project. */
async function hosted(args: readonly string[]): Promise<{ readonly success: boolean; readonly said: string }> {
  assert.ok("path" in runtime);
  const { success, stdout, stderr } = await new Deno.Command(runtime.path, {
    args: [...args],
    cwd: ROOT,
    // Its checks load the types of Node.js, and it reads certificates of this machine only when told.
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", DENO_TLS_CA_STORE: "mozilla,system" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { success, said: `${text.decode(stdout)}${text.decode(stderr)}` };
}

/** Returns the paths of the modules in a folder of the project and in the folders inside it. */
async function sources(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await sources(path));
    else if (name.endsWith(".ts")) found.push(path);
  }
  return found;
}
