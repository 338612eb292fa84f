/** Folder whose test files run in groups, each group in one module. */
interface Room {
  readonly place: string;
  /** Largest number of test files in a group. */
  readonly filesInGroup: number;
}

/**
 * Folders whose test files run in groups, because loading the shared modules and compiling them as they get hot takes
 * longer than most tests. Groups of long tests are smaller, and start first, so that no core waits for the last group.
 * Those of `tests/http` are large, because its tests share running services. They start after the tests that start
 * processes, by when the checks of types and format have ended that run beside the tests in a full check.
 */
const ROOMS: readonly Room[] = [
  { place: "tests/end_to_end", filesInGroup: 9 },
  { place: "tests/http", filesInGroup: 26 },
  { place: "tests/conformance", filesInGroup: 18 },
  { place: "tests/numerics", filesInGroup: 26 },
  { place: "tests/jobs", filesInGroup: 26 },
  { place: "scripts", filesInGroup: 26 },
  { place: "tests/computations", filesInGroup: 26 },
  { place: "src", filesInGroup: 100 },
];

/**
 * Test files of these folders that run alone, because they measure how long the event loop is blocked, exhaust the
 * memory of a worker or measure the priority of a process.
 */
const ALONE = new Set([
  "tests/http/adversarial_sizes_test.ts",
  "tests/jobs/workbook_priority_test.ts",
  "tests/jobs/worker_faults_test.ts",
]);

/**
 * Returns the paths of the test modules to run: single files, then the groups in the order of their folders. Writes
 * these modules into `folder`. A module imports its test files. It turns a file that fails to load into a failed test,
 * and appends it to the file `unloaded`, because a filter can hide that test.
 */
export async function groupedModules(
  files: readonly string[],
  { folder, unloaded }: { readonly folder: string; readonly unloaded: string },
): Promise<readonly string[]> {
  const groups = ROOMS.flatMap((room) => groupsOf(files, room));
  const grouped = new Set(groups.flatMap(({ members }) => members));
  const alone = files.filter((file) => !grouped.has(file)).map((file) => ({ name: nameOf(file), members: [file] }));
  const modules = [...alone, ...groups];
  for (const { name, members } of modules) await Deno.writeTextFile(`${folder}/${name}`, moduleOf(members, unloaded));
  return modules.map(({ name }) => `${folder}/${name}`);
}

/** Start of the name of the failed test that stands for a test file which does not load. The file's path follows. */
export const LOADS = "loads ";

/** A test file that failed to load. */
export interface UnloadedFile {
  readonly file: string;
  /** First line of the error. */
  readonly reason: string;
}

function moduleOf(files: readonly string[], unloaded: string): string {
  return `const failed = (file) => (error) => {
  const [reason] = String(error).split("\\n");
  Deno.writeTextFileSync(${JSON.stringify(unloaded)}, JSON.stringify({ file, reason }) + "\\n", { append: true });
  Deno.test(${JSON.stringify(LOADS)} + file, () => { throw error; });
};
${files.map((file) => importOf(file)).join("")}`;
}

function importOf(file: string): string {
  return `await import(${JSON.stringify(`file://${Deno.cwd()}/${file}`)}).catch(failed(${JSON.stringify(file)}));\n`;
}

/** Returns the files that a run's modules noted as failed to load. */
export function unloadedFiles(noted: string): readonly UnloadedFile[] {
  return noted.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Module that imports test files. */
interface TestModule {
  readonly name: string;
  readonly members: readonly string[];
}

/**
 * Divides the test files of a folder into groups of nearly the same size. Neighbours are in one group, because they
 * share most modules.
 */
function groupsOf(files: readonly string[], { place, filesInGroup }: Room): readonly TestModule[] {
  const inRoom = files.filter((file) => file.startsWith(`${place}/`) && !ALONE.has(file));
  const count = Math.ceil(inRoom.length / filesInGroup);
  return Array.from({ length: count }, (_, k) => ({
    name: nameOf(`${place}/${k + 1}_test.ts`),
    members: inRoom.slice(startOf(k, inRoom.length / count), startOf(k + 1, inRoom.length / count)),
  }));
}

function startOf(group: number, size: number): number {
  return Math.round(group * size);
}

function nameOf(path: string): string {
  return path.replaceAll("/", "_");
}
