/**
 * Runs `deno test` with the arguments given, over every test where they name no file, and closes with a line "N passed,
 * N failed, N skipped". The counts are of the JUnit report; the exit status catches what that leaves out: a module that
 * fails to load, a type error, a crash. Properties are tried at one seed; with `--random` first, those alone, at a seed
 * that is drawn and printed, or at PROPERTY_SEED.
 */
/** The files that take longest first, so that no core waits for the last of them. */
const PLACES = ["tests", "scripts", "src"];

/**
 * Folders whose files set nothing that is global and leave nothing behind a test. Files of one folder share a module
 * graph and what the engine has compiled, which costs most of them more than their tests.
 */
const SHARING = [
  "src/computations",
  "src/documents",
  "src/domain",
  "src/estimation",
  "src/kernels",
  "src/market_data/cleaning",
  "src/market_data/readers",
  "src/market_data/search",
  "src/measures",
  "src/optimization",
  "src/reports",
  "src/request",
  "src/simulation",
  "src/store",
];

/** So many that loading them costs little beside their tests, and so few that no core waits for the last of them. */
const FILES_TOGETHER = 12;

const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-net=127.0.0.1,[::1],localhost",
  "--no-prompt",
];

/** One more than cores: a test that waits for a process or a timer leaves its core to another. */
const FILES_AT_ONCE = navigator.hardwareConcurrency + 1;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

if (import.meta.main) {
  const [first, ...rest] = Deno.args;
  Deno.exit(first === "--random" ? await runProperties(rest) : await runTests(Deno.args));
}

/** Runs the files that hold properties at a random seed, and says which. */
async function runProperties(args: readonly string[]): Promise<number> {
  const seed = Deno.env.get("PROPERTY_SEED") ?? String(crypto.getRandomValues(new Uint32Array(1))[0] >>> 1);
  // deno-lint-ignore no-console
  console.log(`Properties at seed ${seed}: the same once more by PROPERTY_SEED=${seed} deno task test:random`);
  const given = args.filter(exists);
  const files = (given.length > 0 ? given : PLACES.filter(exists)).flatMap(testsIn).filter(holdsProperties);
  return await runTests([...args.filter((arg) => !exists(arg)), ...files], { PROPERTY_SEED: seed });
}

/** Runs the tests and prints their counts; the exit status, 0 only where nothing failed. */
async function runTests(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const folder = await Deno.makeTempDir();
  const report = `${folder}/report.xml`;
  try {
    await Deno.writeTextFile(report, "");
    const certificates = await certificateFolder(folder);
    const tests = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--parallel",
        "--sanitize-ops",
        "--sanitize-resources",
        ...PERMISSIONS,
        `--junit-path=${report}`,
        ...args,
        ...args.some(exists) ? [] : await everyTest(folder),
      ],
      stdin: "null",
      env: { DENO_JOBS: String(FILES_AT_ONCE), TEST_CERTIFICATE_FOLDER: certificates, ...env },
    }).spawn();
    // A check beside the tests that fails ends this process; they would go on without it.
    Deno.addSignalListener("SIGTERM", () => tests.kill("SIGTERM"));
    const { code, success } = await tests.status;
    const counts = countsOf(await Deno.readTextFile(report), success);
    // deno-lint-ignore no-console
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    return counts.failed > 0 && success ? 1 : code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Every test file: those that share by modules written into the folder, each of which imports some of them. */
async function everyTest(folder: string): Promise<readonly string[]> {
  const files = PLACES.filter(exists).flatMap(testsIn);
  const together = SHARING.flatMap((place) => inParts(files.filter((file) => file.startsWith(`${place}/`)), place));
  for (const { name, part } of together) {
    const lines = part.map((file) => `import ${JSON.stringify(`file://${Deno.cwd()}/${file}`)};\n`);
    await Deno.writeTextFile(`${folder}/${name}`, lines.join(""));
  }
  const shared = new Set(together.flatMap(({ part }) => part));
  return [...files.filter((file) => !shared.has(file)), ...together.map(({ name }) => `${folder}/${name}`)];
}

/** Parts of nearly one size, none of more files than may be together, by the names of their modules. */
function inParts(
  files: readonly string[],
  place: string,
): readonly { readonly name: string; readonly part: readonly string[] }[] {
  const count = Math.ceil(files.length / FILES_TOGETHER);
  return Array.from({ length: count }, (_, k) => ({
    name: `${place.replaceAll("/", "_")}_${k + 1}_test.ts`,
    part: files.filter((_, i) => i % count === k),
  }));
}

/** Where the servers of all test files find one certificate; to make one takes each of them longer than most tests. */
async function certificateFolder(folder: string): Promise<string> {
  const given = Deno.env.get("TEST_CERTIFICATE_FOLDER");
  if (given !== undefined) return given;
  const { certificateOfFolder } = await import("../src/http/certificate_files.ts");
  await certificateOfFolder(folder, { hosts: ["localhost", "127.0.0.1"], now: Date.now() });
  return folder;
}

/** Counts of a JUnit report, which is empty when the run never came to its tests. */
function countsOf(report: string, success: boolean): Counts {
  const broken = total(report, "failures") + total(report, "errors");
  const skipped = total(report, "disabled");
  return {
    passed: Math.max(0, total(report, "tests") - broken - skipped),
    failed: Math.max(broken, success ? 0 : 1),
    skipped,
  };
}

function total(report: string, attribute: string): number {
  const suites = report.matchAll(new RegExp(`<testsuite [^>]*?\\b${attribute}="(\\d+)"`, "g"));
  return suites.reduce((sum, suite) => sum + Number(suite[1]), 0);
}

/** The test files of a folder in the order of their names; a file itself where it is one. */
function testsIn(path: string): readonly string[] {
  if (Deno.statSync(path).isDirectory) {
    return [...Deno.readDirSync(path)].map(({ name }) => name).sort().flatMap((name) => testsIn(`${path}/${name}`));
  }
  return path.endsWith("_test.ts") ? [path] : [];
}

/** Whether a test file imports fast-check, by the module that seeds it. */
function holdsProperties(file: string): boolean {
  return /^import fc from "/m.test(Deno.readTextFileSync(file));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
