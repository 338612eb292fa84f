import { inRepository } from "./source_digest.ts";

/**
 * What there is to do with the sources of the numeric core: rewrite them, or fail where they are not formatted or not
 * clean.
 */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  format: ["fmt"],
  check: ["fmt", "--check"],
  lint: ["lint", "--rules-exclude=eqeqeq"],
};

const FOLDER = "wasm/assembly";

if (import.meta.main) Deno.exit(await run(Deno.args[0]));

/** Runs the formatter or the linter of Deno over a copy of the sources whose decorators are hidden; the exit status. */
async function run(name: string): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`Give one of ${Object.keys(COMMANDS).join(", ")}, got ${name}`);
  const copy = await Deno.makeTempDir();
  try {
    const paths = await pathsIn(FOLDER);
    for (const path of paths) await transfer(inRepository(path).pathname, `${copy}/${path}`, hideDecorators);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...command, "--config", inRepository("deno.json").pathname, copy],
    }).output();
    if (code === 0 && name === "format") {
      for (const path of paths) await transfer(`${copy}/${path}`, inRepository(path).pathname, showDecorators);
    }
    for (const told of [stdout, stderr]) {
      Deno.stderr.writeSync(new TextEncoder().encode(new TextDecoder().decode(told).replaceAll(`${copy}/`, "")));
    }
    return code;
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

/**
 * A decorator of a function is no TypeScript: the formatter deletes it and the linter refuses it. In a comment it
 * stays, on its line.
 */
export function hideDecorators(source: string): string {
  return source.replace(/^( *)(@[a-z]+(\(.*\))?)$/gm, "$1// decorator: $2");
}

/** The inverse of `hideDecorators`. */
export function showDecorators(source: string): string {
  return source.replace(/^( *)\/\/ decorator: (@.*)$/gm, "$1$2");
}

async function transfer(from: string, to: string, change: (source: string) => string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(to, change(await Deno.readTextFile(from)));
}

async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(inRepository(folder))) {
    if (isDirectory) paths.push(...await pathsIn(`${folder}/${name}`));
    else paths.push(`${folder}/${name}`);
  }
  return paths;
}
