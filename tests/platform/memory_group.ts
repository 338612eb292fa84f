import { noteAbsence } from "../support/absent_program.ts";

/** A group of processes of the operating system whose memory together is limited. */
export interface MemoryGroup extends Disposable {
  /** Program and its arguments that start another program in the group, which is to follow with its own arguments. */
  readonly starter: readonly [string, ...string[]];
  /** Number of times that a process of the group was ended because the limit was reached. */
  kills(): number;
}

/**
 * Makes a group in control groups of version 1 or 2, prints its folder, and fails where this machine does not allow
 * that. A machine with swap would let the group go on beyond the limit, so the group has none.
 */
const MAKE = `
set -e
if [ -e /sys/fs/cgroup/memory/memory.limit_in_bytes ]; then
  folder=/sys/fs/cgroup/memory/$1 limit=memory.limit_in_bytes swap=memory.memsw.limit_in_bytes most_swap=$2
else
  folder=/sys/fs/cgroup/$1 limit=memory.max swap=memory.swap.max most_swap=0
  echo +memory > /sys/fs/cgroup/cgroup.subtree_control
fi
mkdir "$folder"
trap 'rmdir "$folder"' EXIT
echo "$2" > "$folder/$limit"
[ ! -e "$folder/$swap" ] || echo "$most_swap" > "$folder/$swap"
trap - EXIT
echo "$folder"
`;
/** Starts a program in the group of a folder. */
const START = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
/** Prints how often the limit ended a process, from the file of either version. */
const KILLS = 'cat "$1/memory.oom_control" "$1/memory.events" 2>/dev/null || true';
/** Removes a group whose processes may end at this moment. */
const REMOVE = 'for pause in 0 0.1 0.5 2; do sleep $pause; rmdir "$1" && exit; done 2>/dev/null; rmdir "$1"';

/**
 * Makes a group of processes with a limit of memory. Null where this machine does not allow it, which is noted once.
 * Shells do the work, because the runtime lets only a process with every right use these folders.
 */
export function memoryGroup(limitBytes: number): MemoryGroup | null {
  const made = shell(MAKE, `test-platform-${crypto.randomUUID()}`, String(limitBytes));
  if ("failed" in made) {
    noteAbsence("a limit of memory", `Skipped the tests at a limit of memory: it cannot be set here: ${made.failed}`);
    return null;
  }
  const folder = made.printed.trim();
  return {
    starter: ["sh", "-c", START, folder],
    kills: () => Number(/^oom_kill (\d+)/m.exec(done(shell(KILLS, folder)))?.[1] ?? 0),
    [Symbol.dispose]: () => void done(shell(REMOVE, folder)),
  };
}

/** Whether this machine allows no limit of memory, so that the tests that need one are skipped. */
export function lacksMemoryGroups(): boolean {
  const group = memoryGroup(2 ** 30);
  group?.[Symbol.dispose]();
  return group === null;
}

/** What a shell printed, or the last line of what it said when it failed. */
type ShellResult = { readonly printed: string } | { readonly failed: string };

function shell(script: string, ...args: readonly string[]): ShellResult {
  try {
    const { success, stdout, stderr } = new Deno.Command("sh", { args: ["-c", script, "sh", ...args] }).outputSync();
    const text = new TextDecoder();
    if (success) return { printed: text.decode(stdout) };
    return { failed: text.decode(stderr).trim().split("\n").at(-1) ?? "" };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { failed: "there is no sh" };
    throw error;
  }
}

function done(result: ShellResult): string {
  if ("failed" in result) throw new Error(`Cannot use the group of processes: ${result.failed}`);
  return result.printed;
}
