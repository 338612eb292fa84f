import assert from "node:assert/strict";
import { UsageError } from "../admin/usage_error.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { MOST_BYTES, OfferedFolder, offerTo } from "./offered_folder.ts";

const TABLE = "Date,A\n2025-01-02,1\n";

Deno.test("a folder offers its tables alone: no link, no folder, no other file, and nothing outside of it", async () => {
  await using outside = await temporaryFolder({ "secret.csv": "secret" });
  await using inside = await temporaryFolder({
    "b.csv": TABLE,
    "a.CSV": TABLE,
    "notes.txt": "x",
    "sub.csv/c.csv": TABLE,
  });
  await Deno.symlink(`${outside.path}/secret.csv`, `${inside.path}/link.csv`);
  const folder = new OfferedFolder(inside.path);
  assert.deepEqual(await folder.files(), [{ name: "a.CSV", bytes: 20 }, { name: "b.csv", bytes: 20 }]);
  const escapes = [`..${outside.path.slice(outside.path.lastIndexOf("/"))}/secret.csv`, `${outside.path}/secret.csv`];
  const others = ["link.csv", "sub.csv", "sub.csv/c.csv", "./b.csv", "../x.csv", "", ".", "..", "b.csv\0", "notes.txt"];
  for (const name of [...escapes, ...others]) assert.equal(await folder.open(name), null, name);
  const file = await folder.open("b.csv");
  assert.equal(file === null ? null : await new Response(file.readable).text(), TABLE);
});

Deno.test("the file that the caller names chooses the folder, and one that cannot be opened is told in a sentence", async () => {
  await using folder = await temporaryFolder({ "in/prices.csv": TABLE, "in/notes.txt": "x" });
  await Deno.symlink(`${folder.path}/in/prices.csv`, `${folder.path}/link.csv`);
  await Deno.writeFile(`${folder.path}/large.csv`, new Uint8Array());
  await Deno.truncate(`${folder.path}/large.csv`, MOST_BYTES + 1);
  const relative = await offerTo(folder.path, "in/prices.csv");
  assert.deepEqual([relative.folder.path, relative.given], [`${folder.path}/in`, "prices.csv"]);
  const absolute = await offerTo("/elsewhere", `${folder.path}/in/prices.csv`);
  assert.deepEqual([absolute.folder.path, absolute.given], [`${folder.path}/in`, "prices.csv"]);
  const none = await offerTo(folder.path, undefined);
  assert.deepEqual([none.folder.path, none.given], [folder.path, null]);
  for (
    const [path, sentence] of [
      ["nothing.csv", 'Cannot find the file "nothing.csv"'],
      ["in", 'Cannot open "in": it is a folder; name a file in it'],
      ["in/notes.txt", 'Cannot open "in/notes.txt": its name must end in .csv, .tsv, .xlsx'],
      ["link.csv", 'Cannot open "link.csv": it is a link; name the file itself'],
      ["large.csv", 'Cannot open "large.csv": it is larger than 256 MiB; leave days or assets out'],
    ]
  ) {
    await assert.rejects(
      offerTo(folder.path, path),
      (error) => error instanceof UsageError && error.message === sentence,
    );
  }
  await assert.rejects(new OfferedFolder(folder.path).open("large.csv"), UsageError);
});
