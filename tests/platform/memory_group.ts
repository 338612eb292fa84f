/** A group of processes of the operating system whose memory together is limited. */
export interface MemoryGroup extends Disposable {
  /** Puts a process into the group. */
  add(pid: number): void;
  /** Largest number of bytes that the group has held at one time. */
  peakBytes(): number;
  /** Number of times that a process of the group was ended because the limit was reached. */
  kills(): number;
}

const ROOT = "/sys/fs/cgroup/memory";

/** Makes a group of processes with a limit of memory; null where this machine does not allow it. */
export function memoryGroup(limitBytes: number): MemoryGroup | null {
  const folder = `${ROOT}/test-platform-${crypto.randomUUID()}`;
  try {
    Deno.mkdirSync(folder);
    Deno.writeTextFileSync(`${folder}/memory.limit_in_bytes`, String(limitBytes));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return null;
    if (error instanceof Deno.errors.NotCapable) return null;
    throw error;
  }
  const read = (name: string): string => Deno.readTextFileSync(`${folder}/${name}`);
  return {
    add: (pid) => Deno.writeTextFileSync(`${folder}/cgroup.procs`, String(pid)),
    peakBytes: () => Number(read("memory.max_usage_in_bytes")),
    kills: () => Number(/oom_kill (\d+)/.exec(read("memory.oom_control"))?.[1] ?? 0),
    [Symbol.dispose]: () => Deno.removeSync(folder),
  };
}
