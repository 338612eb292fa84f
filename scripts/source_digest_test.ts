import assert from "node:assert/strict";
import { type BuiltArtefact, sourceDigest, staleReason, writeDigest } from "./source_digest.ts";

Deno.test("staleReason is null for an artefact whose digest was just written", async () => {
  await withArtefact(async (artefact) => assert.equal(await staleReason(artefact), null));
});

Deno.test("staleReason names the command when a source changed, was added, renamed or removed", async () => {
  const changes: Record<string, (root: URL) => Promise<void>> = {
    changed: (root) => Deno.writeTextFile(new URL("src/a.ts", root), "another"),
    added: (root) => Deno.writeTextFile(new URL("src/deep/c.ts", root), ""),
    renamed: (root) => Deno.rename(new URL("src/a.ts", root), new URL("src/z.ts", root)),
    removed: (root) => Deno.remove(new URL("src/deep/b.ts", root)),
    "new line endings": (root) => Deno.writeTextFile(new URL("src/a.ts", root), "one\r\n"),
  };
  for (const [name, change] of Object.entries(changes)) {
    await withArtefact(async (artefact, root) => {
      await change(root);
      assert.match((await staleReason(artefact)) ?? "", /older than its sources, run "make it"/, name);
    });
  }
});

Deno.test("staleReason reports that the binary was changed by hand", async () => {
  await withArtefact(async (artefact, root) => {
    await Deno.writeTextFile(new URL("out.bin", root), "patched");
    assert.match((await staleReason(artefact)) ?? "", /not what the compiler wrote/);
  });
});

Deno.test("staleReason reports that there is no digest", async () => {
  await withArtefact(async (artefact, root) => {
    await Deno.remove(new URL("out.digest", root));
    assert.match((await staleReason(artefact)) ?? "", /Cannot find out\.digest/);
  });
});

Deno.test("sourceDigest does not depend on the order in which the sources are named", async () => {
  await withArtefact(async (_artefact, root) => {
    assert.equal(
      await sourceDigest(["src/a.ts", "src/deep"], root),
      await sourceDigest(["src/deep", "src/a.ts"], root),
    );
  });
});

async function withArtefact(test: (artefact: BuiltArtefact, root: URL) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const root = new URL(`file://${folder}/`);
  const artefact = { sources: ["src"], binary: "out.bin", digest: "out.digest", command: "make it", root };
  try {
    await Deno.mkdir(new URL("src/deep", root), { recursive: true });
    await Deno.writeTextFile(new URL("src/a.ts", root), "one\n");
    await Deno.writeTextFile(new URL("src/deep/b.ts", root), "two\n");
    await Deno.writeTextFile(new URL("out.bin", root), "built");
    await writeDigest(artefact);
    await test(artefact, root);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
