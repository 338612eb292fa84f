/**
 * Folders whose test files share a module graph in groups: what the engine has loaded and compiled costs most files
 * more than their tests. Files that start processes of their own, or that measure memory or time, are not among them.
 */
const GROUPED = [
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

/** A folder of many small tests that wait for one another: its groups take longest, so they start first. */
const LONGEST = "tests/http";

/** Files of `tests/http` share running services too: fewer and larger groups start fewer of them. */
const FILES_IN_LARGE_GROUP = 26;

/** So many that loading them costs little beside their tests, and so few that no core waits for the last group. */
const FILES_IN_GROUP = 12;

/**
 * Returns the modules to run, the longest first, so that no core waits for the last of them. This function writes them
 * into `folder`: one for each group of files, and one for each file outside the grouped folders. A module imports its
 * test files, and turns a file that fails to load into a failed test.
 */
export async function groupedModules(files: readonly string[], folder: string): Promise<readonly string[]> {
  const filesIn = (place: string): readonly string[] => files.filter((file) => file.startsWith(`${place}/`));
  const longest = groupsOf(filesIn(LONGEST), LONGEST, FILES_IN_LARGE_GROUP);
  const others = GROUPED.flatMap((place) => groupsOf(filesIn(place), place, FILES_IN_GROUP));
  const grouped = new Set([...longest, ...others].flatMap(({ members }) => members));
  const alone = files.filter((file) => !grouped.has(file)).map((file) => ({ name: nameOf(file), members: [file] }));
  const modules = [...longest, ...alone, ...others];
  for (const { name, members } of modules) await Deno.writeTextFile(`${folder}/${name}`, moduleOf(members));
  return modules.map(({ name }) => `${folder}/${name}`);
}

/** The name of the test that stands for a file which fails to load. */
export const LOADS = "loads ";

function moduleOf(files: readonly string[]): string {
  return files.map((file) =>
    `await import(${JSON.stringify(`file://${Deno.cwd()}/${file}`)})
  .catch((error) => Deno.test(${JSON.stringify(LOADS + file)}, () => { throw error; }));
`
  ).join("");
}

/** Groups of nearly one size, by the names of their modules. */
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
