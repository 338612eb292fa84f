/** A folder on a small disk in memory, which a test can fill up. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Fills the small disk with a file and leaves the given number of bytes free. */
  fill(leaveBytes?: number): Promise<void>;
  /** Removes the file that fills the small disk. */
  clear(): Promise<void>;
}

/** Test helper. Mounts a disk in memory of the given size in MiB; returns null if this process may not mount one. */
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
      const piece = new Uint8Array(1 << 20);
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
