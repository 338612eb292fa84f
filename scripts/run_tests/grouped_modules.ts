/**
 * Folders whose test files run in groups, each group in one module, because loading and compiling the shared modules
 * takes longer than most tests. Folders whose tests start the whole service as a process, or measure memory or time,
 * run one file at a time.
 */
const GROUPED = [
  // First, because its tests wait longer than those of the other folders.
  "tests/jobs",
  "scripts",
  "src/accounts",
  "src/computations",
  "src/documents",
  "src/domain",
  "src/estimation",
  "src/faults",
  "src/holdings",
  "src/http",
  "src/jobs",
  "src/kernels",
  "src/mail",
  "src/market_data",
  "src/measures",
  "src/optimization",
  "src/reports",
  "src/request",
  "src/runtime",
  "src/simulation",
  "src/store",
  "tests/computations",
];

/** Folders as `GROUPED`, whose tests compute for long: their groups are smaller. */
const COMPUTING = ["tests/conformance", "tests/numerics"];

/**
 * Folder with many small tests that wait for one another. Its groups take longest, so they start before the other
 * groups. They start after the single files, by when the checks of types and format have ended that run beside the
 * tests in a full check.
 */
const LONGEST = "tests/http";

/**
 * Number of test files in a group. Code that the tests share is loaded once for a group and compiled as it gets hot, so
 * twice as many files in a group save a fifth of the time. In `tests/http` larger groups also start fewer services.
 */
const FILES_IN_GROUP = 26;

/**
 * Number of test files in a group of a folder that computes for long: few enough that no core waits for the last group.
 */
const FILES_IN_SMALL_GROUP = 12;

/**
 * Returns the paths of the test modules to run: single files, then the groups, the longest first, so that no core waits
 * for the last of them. Writes these modules into `folder`: one for each group of test files, and one for each file
 * outside the grouped folders. A module imports its test files, and turns a file that fails to load into a failed test.
 */
export async function groupedModules(files: readonly string[], folder: string): Promise<readonly string[]> {
  const filesIn = (place: string): readonly string[] =>
    files.filter((file) => file.startsWith(`${place}/`) && !ALONE.has(file));
  const longest = groupsOf(filesIn(LONGEST), LONGEST, FILES_IN_GROUP);
  const others = [
    ...COMPUTING.flatMap((place) => groupsOf(filesIn(place), place, FILES_IN_SMALL_GROUP)),
    ...GROUPED.flatMap((place) => groupsOf(filesIn(place), place, FILES_IN_GROUP)),
  ];
  const grouped = new Set([...longest, ...others].flatMap(({ members }) => members));
  const alone = files.filter((file) => !grouped.has(file)).map((file) => ({ name: nameOf(file), members: [file] }));
  const modules = [...alone, ...longest, ...others];
  for (const { name, members } of modules) await Deno.writeTextFile(`${folder}/${name}`, moduleOf(members));
  return modules.map(({ name }) => `${folder}/${name}`);
}

/**
 * Test files of grouped folders that run alone, because they measure how long the event loop is blocked, exhaust the
 * memory of a worker or measure the priority of a process.
 */
const ALONE = new Set([
  "tests/http/adversarial_sizes_test.ts",
  "tests/jobs/workbook_priority_test.ts",
  "tests/jobs/worker_faults_test.ts",
]);

/** Start of the name of the failed test that stands for a test file which does not load. The file's path follows. */
export const LOADS = "loads ";

function moduleOf(files: readonly string[]): string {
  return files.map((file) =>
    `await import(${JSON.stringify(`file://${Deno.cwd()}/${file}`)})
  .catch((error) => Deno.test(${JSON.stringify(LOADS + file)}, () => { throw error; }));
`
  ).join("");
}

/** Divides the test files of a folder into groups of nearly the same size, each with the name of its module. */
function groupsOf(
  files: readonly string[],
  place: string,
  size: number,
): readonly { readonly name: string; readonly members: readonly string[] }[] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, k) => ({
    name: nameOf(`${place}/${k + 1}_test.ts`),
    members: files.filter((_, index) => index % count === k),
  }));
}

function nameOf(path: string): string {
  return path.replaceAll("/", "_");
}
