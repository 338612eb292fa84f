import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { UsageError } from "./arguments.ts";
import { MAX_BYTES, readBytes, readText } from "./read_text.ts";

async function pipeIn(folder: string): Promise<string> {
  const path = `${folder}/pipe`;
  assert.equal((await new Deno.Command("mkfifo", { args: [path] }).output()).code, 0);
  return path;
}

const isSilence = (error: unknown): boolean =>
  error instanceof UsageError && /pipe": nothing came from the pipe for 0\.2 s/.test(error.message);

/**
 * Turns off Deno's checks for operations and files that a test leaves open, because a read from a pipe cannot be
 * cancelled and ends only some time after its writer has closed.
 */
const UNCHECKED = { sanitizeOps: false, sanitizeResources: false };

Deno.test("reading a named pipe without a writer fails after the limit of silence", UNCHECKED, async () => {
  await using folder = await temporaryFolder();
  const path = await pipeIn(folder.path);
  await assert.rejects(readText(path, { silenceMs: 200 }), isSilence);
  // Opens the named pipe for writing, so that the test leaves no read waiting for a writer.
  (await Deno.open(path, { write: true })).close();
});

Deno.test("reading a named pipe whose writer falls silent fails after the limit of silence", UNCHECKED, async () => {
  await using folder = await temporaryFolder();
  const path = await pipeIn(folder.path);
  const reading = assert.rejects(readText(path, { silenceMs: 200 }), isSilence);
  const writer = await Deno.open(path, { write: true });
  await writer.write(new TextEncoder().encode("date,A\n"));
  await reading;
  writer.close();
});

Deno.test("a slow named pipe is read to its end where no pause reaches the limit of silence", async () => {
  await using folder = await temporaryFolder();
  const path = await pipeIn(folder.path);
  const reading = readText(path, { silenceMs: 2_000 });
  const writer = await Deno.open(path, { write: true });
  for (const piece of ["date,A\n", "2024-01-01,1\n", "2024-01-02,2\n"]) {
    await writer.write(new TextEncoder().encode(piece));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  writer.close();
  assert.equal(await reading, "date,A\n2024-01-01,1\n2024-01-02,2\n");
});

Deno.test("a file of more than 256 MiB is refused by its size after its first piece", async () => {
  await using folder = await temporaryFolder({ large: "date,A\n" });
  const path = `${folder.path}/large`;
  await Deno.truncate(path, MAX_BYTES + 1);
  const pieces = readBytes(path);
  assert.equal((await pieces.next()).value?.[0], "d".charCodeAt(0));
  await assert.rejects(pieces.next(), (error) => error instanceof UsageError && /than 256 MiB$/.test(error.message));
});

Deno.test("a UTF-16 file of either byte order is refused with the advice to save it as UTF-8", async () => {
  const bytes = new TextEncoder().encode("date,A\n");
  const [little, big] = [[0xff, 0xfe], [0xfe, 0xff]];
  await using folder = await temporaryFolder({
    little: Uint8Array.from([...little, ...Array.from(bytes).flatMap((byte) => [byte, 0])]),
    big: Uint8Array.from([...big, ...Array.from(bytes).flatMap((byte) => [0, byte])]),
  });
  for (const name of ["little", "big"]) {
    await assert.rejects(readText(`${folder.path}/${name}`), /it is UTF-16; save it as UTF-8/);
  }
});

Deno.test("a file that changes while it is read is refused by name", async () => {
  await using folder = await temporaryFolder({ "a.csv": "a\n".repeat(500_000) });
  const path = `${folder.path}/a.csv`;
  await assert.rejects(
    async () => {
      let chunks = 0;
      for await (const _ of readBytes(path)) {
        if (++chunks === 1) await Deno.writeTextFile(path, "b\n", { append: true });
      }
    },
    (error) => error instanceof UsageError && /a\.csv": it changed while it was read; try again/.test(error.message),
  );
});
