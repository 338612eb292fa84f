/** A folder on a disk of its own that can be filled up. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Takes all the room that is left, but for some bytes. */
  fill(leaveBytes?: number): Promise<void>;
  /** Gives it back. */
  clear(): Promise<void>;
}

/** A disk in memory; null where this process may mount none. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await Deno.makeTempDir({ prefix: "small-disk-" });
  const isMounted = await succeeds("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (!isMounted) {
    await Deno.remove(folder);
    return null;
  }
  const filler = `${folder}/filler`;
  return {
    folder,
    async fill(leaveBytes = 0) {
      const file = await Deno.open(filler, { write: true, create: true });
      const piece = new Uint8Array(4_096);
      let written = 0;
      try {
        while (true) written += await file.write(piece);
      } catch (error) {
        if (!(error instanceof Error) || !/No space left|os error 28/.test(error.message)) throw error;
        await file.truncate(Math.max(0, written - leaveBytes));
      } finally {
        file.close();
      }
    },
    clear: () => Deno.remove(filler),
    async [Symbol.asyncDispose]() {
      await succeeds("umount", ["-l", folder]);
      await Deno.remove(folder);
    },
  };
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}
