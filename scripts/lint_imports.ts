/** What a folder of `src/` may import beside itself. */
interface Grant {
  /** Folders or files of `src/`, values and types alike. */
  readonly all?: readonly string[];
  /** The same, by type-only imports. */
  readonly types?: readonly string[];
  /** Folders of which only the `mod.ts` lists may be imported. */
  readonly lists?: readonly string[];
  readonly packages?: readonly string[];
  /** Whether Node's built-in modules may be imported. */
  readonly node?: boolean;
}

const MATHEMATICS = ["measures", "estimation", "optimization", "simulation"] as const;
const WASM_MODULES = ["wasm", "solver"];

/** Who may import whom. The folder of a file is looked up by its longest prefix here; every file of `src/` has a line. */
const MAY_IMPORT: Readonly<Record<string, Grant>> = {
  domain: { packages: ["zod"] },
  runtime: { all: ["domain"], packages: ["@opentelemetry/api"] },
  faults: { all: ["domain"], packages: ["zod", "fastest-levenshtein"] },
  kernels: { all: ["domain"] },
  measures: { all: ["domain"], types: ["kernels"], packages: ["zod"] },
  estimation: { all: ["domain"], types: ["kernels"], packages: ["zod"] },
  "estimation/returns_digest.ts": { all: ["domain", "estimation"], node: true },
  optimization: { all: ["domain", "estimation", "measures"], types: ["kernels"], packages: ["zod"] },
  simulation: { all: ["domain", "estimation", "measures", "optimization"], types: ["kernels"], packages: ["zod"] },
  market_data: { all: ["domain", "runtime"], packages: ["zod", "csv-parse"], node: true },
  store: { all: ["domain", "runtime"], packages: ["zod"], node: true },
  "store/artifacts_s3.ts": { all: ["domain", "runtime", "store"], packages: ["aws4fetch"] },
  mail: { all: ["domain", "runtime"], packages: ["zod", "nodemailer"], node: true },
  // Signing up, signing in and credentials: rules over the store and the mail, known to routes and the operator's commands alike.
  accounts: {
    all: ["domain", "runtime", "store", "mail"],
    packages: ["zod", "jose", "hash-wasm"],
    node: true,
  },
  holdings: { all: ["domain"], packages: ["zod"], node: true },
  request: {
    all: ["domain", "faults", "market_data"],
    types: ["estimation"],
    lists: MATHEMATICS,
    packages: ["zod"],
  },
  documents: {
    all: ["domain", "faults", "request"],
    types: MATHEMATICS,
    lists: MATHEMATICS,
    packages: ["zod"],
  },
  reports: { all: ["domain", "measures", "documents"], node: true },
  computations: {
    all: ["domain", "faults", "request", "documents", "reports", "kernels", ...MATHEMATICS],
    packages: ["zod"],
  },
  jobs: {
    all: [
      "domain",
      "runtime",
      "faults",
      "request",
      "documents",
      "reports",
      "store",
      "market_data",
      "kernels/digests.ts",
    ],
    types: ["dependencies.ts", "computations"],
    lists: ["computations", ...MATHEMATICS],
    packages: ["zod"],
    node: true,
  },
  "jobs/kinds": {
    all: [
      "domain",
      "runtime",
      "faults",
      "request",
      "documents",
      "reports",
      "store",
      "market_data",
      "jobs",
      "kernels/digests.ts",
      "estimation",
      "simulation",
    ],
    types: ["computations", "kernels"],
    lists: ["computations", ...MATHEMATICS],
    packages: ["zod"],
    node: true,
  },
  "jobs/worker.ts": { all: ["domain", "kernels", "computations", "jobs/worker_loop.ts"] },
  http: {
    all: [
      "domain",
      "runtime",
      "faults",
      "request",
      "documents",
      "store",
      "accounts",
      "jobs",
      "market_data",
      "mail",
      "holdings",
    ],
    types: ["dependencies.ts"],
    lists: MATHEMATICS,
    packages: ["zod", "hono", "swagger-ui-dist"],
    node: true,
  },
  "http/self_signed_certificate.ts": { all: ["domain"], packages: ["@peculiar/x509", "reflect-metadata"] },
  "config.ts": { all: ["domain"], packages: ["zod"], node: true },
  "settings_files.ts": { all: ["domain", "accounts", "http", "config.ts"], node: true },
  "dependencies.ts": {
    all: ["domain", "runtime", "accounts", "http", "jobs", "market_data"],
    types: ["computations", "store", "config.ts"],
  },
  "app.ts": { all: ["http"], types: ["dependencies.ts"] },
  "background.ts": { all: ["runtime", "mail"], types: ["dependencies.ts"] },
  "job_runner.ts": {
    all: ["domain", "runtime", "jobs", "background.ts", "dependencies.ts", "config.ts"],
    types: ["computations", "store", "settings_files.ts"],
  },
  "service.ts": {
    all: [
      "domain",
      "http",
      "jobs",
      "mail",
      "app.ts",
      "background.ts",
      "dependencies.ts",
      "job_runner.ts",
      "config.ts",
    ],
    types: ["store", "settings_files.ts"],
    node: true,
  },
};

/** What a test beside its source may import beyond it. */
const TEST_MAY_IMPORT: Grant = {
  all: ["kernels/mod.ts"],
  packages: ["fast-check", "csv-parse", "@seriousme/openapi-schema-validator"],
  node: true,
};
const TEST_SUPPORT = "tests/support";

/** A global that only some files of `src/` and `main.ts` may use. */
interface Absence {
  readonly what: string;
  /** `Deno.env` is a member, `Date()` a call, `new Date()` a construction without arguments, `fetch` a name, `Deno.*` any member. */
  readonly globals: readonly string[];
  readonly allowedIn: readonly string[];
  /** Where it is forbidden; everywhere if absent. */
  readonly forbiddenIn?: readonly string[];
}

const ABSENCES: readonly Absence[] = [
  { what: "the environment", globals: ["Deno.env", "process.env"], allowedIn: ["src/config.ts"] },
  { what: "Deno KV", globals: ["Deno.openKv", "Deno.Kv"], allowedIn: ["src/store", "main.ts"] },
  { what: "fetch", globals: ["fetch"], allowedIn: ["src/market_data/providers", "src/store/artifacts_s3.ts"] },
  {
    what: "the clock, which is handed in,",
    globals: ["Date.now", "new Date()", "Date()", "performance.now", "Temporal.Now"],
    allowedIn: ["src/runtime", "main.ts"],
  },
  {
    what: "chance, which is handed in,",
    globals: ["Math.random", "crypto.randomUUID", "crypto.getRandomValues"],
    allowedIn: ["src/runtime", "main.ts"],
  },
  {
    what: "the runtime",
    globals: ["Deno.*"],
    allowedIn: [],
    forbiddenIn: ["domain", "faults", "request", "documents", "computations", ...MATHEMATICS].map((folder) =>
      `src/${folder}`
    ),
  },
];

const HOUSE: Deno.lint.Plugin = {
  name: "house",
  rules: {
    imports: { create: importVisitor },
    absences: { create: absenceVisitor },
  },
};

export default HOUSE;

const ROOT = new URL("../", import.meta.url);

function importVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const file = pathOf(context.filename);
  if (!file.startsWith("src/")) return {};
  const check = (node: Deno.lint.Node, specifier: string | null, typesOnly: boolean): void => {
    const refusal = specifier === null
      ? `Cannot check a computed import in ${file}`
      : refusalOf(file, specifier, typesOnly);
    if (refusal !== null) context.report({ node, message: refusal });
  };
  return {
    ImportDeclaration: (node) => check(node, node.source.value, importsTypesOnly(node)),
    ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === "type"),
    ExportNamedDeclaration: (node) => {
      if (node.source) check(node, node.source.value, exportsTypesOnly(node));
    },
    ImportExpression: (node) => check(node, textOf(node.source), false),
    TSImportType: (node) => check(node, importTypeText(node, context), true),
    TSExternalModuleReference: (node) => check(node, node.expression.value, false),
    NewExpression: (node) => {
      if (isName(node.callee, "URL") && node.arguments.length === 2) checkAddress(node, node.arguments[0], check);
    },
    CallExpression: (node) => {
      if (memberName(node.callee) === "import.meta.resolve") checkAddress(node, node.arguments[0], check);
    },
  };
}

/** Code that is named by an address, as a worker or a wasm binary is, is imported too; data is not. */
function checkAddress(
  node: Deno.lint.Node,
  address: Deno.lint.Node | undefined,
  check: (node: Deno.lint.Node, specifier: string, typesOnly: boolean) => void,
): void {
  const text = address === undefined ? null : textOf(address);
  if (text !== null && /\.(ts|js|mjs|wasm)(\?.*)?$/.test(text)) check(node, text, false);
}

/** The sentence that refuses an import, or null where the table grants it. */
function refusalOf(file: string, specifier: string, typesOnly: boolean): string | null {
  const from = prefixOf(file);
  if (from === null) return `${file} has no line in the table of imports`;
  const grant = MAY_IMPORT[from];
  const isTest = file.endsWith("_test.ts");
  const granted = mayImport(file, from, grant, specifier, typesOnly) ||
    (isTest && mayImport(file, from, TEST_MAY_IMPORT, specifier, typesOnly));
  if (granted) return null;
  const hint = !typesOnly && mayImport(file, from, grant, specifier, true) ? " but by a type-only import" : "";
  return `${from} may not import "${specifier}"${hint}`;
}

function mayImport(file: string, from: string, grant: Grant, specifier: string, typesOnly: boolean): boolean {
  if (specifier.startsWith("node:")) return grant.node === true;
  if (!isRelative(specifier)) return grant.packages?.includes(packageOf(specifier)) ?? false;
  const target = pathOf(new URL(specifier, new URL(file, ROOT)).href);
  const isTest = file.endsWith("_test.ts");
  if (target.endsWith("_test.ts")) return false;
  if (isTest && isWithin(target, TEST_SUPPORT)) return true;
  if (isWithin(target, ...WASM_MODULES)) return from === "kernels";
  if (!target.startsWith("src/")) return false;
  const inSource = target.slice("src/".length);
  if (folderOf(inSource) === folderOf(from)) return maySeeSibling(from, inSource);
  if (isWithin(inSource, ...grant.all ?? [])) return true;
  if (typesOnly && isWithin(inSource, ...grant.types ?? [])) return true;
  return inSource.endsWith("/mod.ts") && isWithin(inSource, ...grant.lists ?? []);
}

/** A file sees its own folder; the files at the top of `src/` stand each for itself. */
function maySeeSibling(from: string, target: string): boolean {
  return from.includes("/") || folderOf(target) !== target || from === target;
}

function absenceVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const file = pathOf(context.filename);
  if (!(file.startsWith("src/") || file === "main.ts") || file.endsWith("_test.ts")) return {};
  const forbidden = new Map(
    ABSENCES.filter((absence) =>
      !isWithin(file, ...absence.allowedIn) && (!absence.forbiddenIn || isWithin(file, ...absence.forbiddenIn))
    ).flatMap((absence) => absence.globals.map((name) => [name, absence.what])),
  );
  const check = (node: Deno.lint.Node, ...names: readonly string[]): void => {
    const name = names.find((name) => forbidden.has(name));
    if (name !== undefined) context.report({ node, message: `${file} may not use ${forbidden.get(name)} (${name})` });
  };
  const checkValue = (node: Deno.lint.Node | null): void => {
    if (node?.type === "Identifier") check(node, node.name);
  };
  return {
    MemberExpression: (node) => {
      const name = memberName(node)?.replace(/^(globalThis|self|window)\./, "");
      if (name !== undefined) check(node, name, `${name.split(".")[0]}.*`);
    },
    TSQualifiedName: (node) => {
      if (isName(node.left, "Deno")) check(node, `Deno.${node.right.name}`);
    },
    VariableDeclarator: (node) => {
      checkValue(node.init);
      if (node.init?.type !== "Identifier" || node.id.type !== "ObjectPattern") return;
      for (const property of node.id.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        check(property, `${node.init.name}.${property.key.name}`, `${node.init.name}.*`);
      }
    },
    NewExpression: (node) => {
      if (isName(node.callee, "Date") && node.arguments.length === 0) check(node, "new Date()");
      node.arguments.forEach(checkValue);
    },
    CallExpression: (node) => {
      if (isName(node.callee, "Date")) check(node, "Date()");
      checkValue(node.callee);
      node.arguments.forEach(checkValue);
    },
    AssignmentPattern: (node) => checkValue(node.right),
    AssignmentExpression: (node) => checkValue(node.right),
    Property: (node) => {
      if (node.parent.type === "ObjectExpression") checkValue(node.value);
    },
  };
}

function importsTypesOnly(node: Deno.lint.ImportDeclaration): boolean {
  if (node.importKind === "type") return true;
  return node.specifiers.length > 0 &&
    node.specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
}

function exportsTypesOnly(node: Deno.lint.ExportNamedDeclaration): boolean {
  if (node.exportKind === "type") return true;
  return node.specifiers.length > 0 && node.specifiers.every((one) => one.exportKind === "type");
}

function isName(node: Deno.lint.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

/** `a.b.c` of a chain of names, whichever way it is written; null of anything else. */
function memberName(node: Deno.lint.Node): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MetaProperty") return `${node.meta.name}.${node.property.name}`;
  if (node.type !== "MemberExpression") return null;
  const object = memberName(node.object);
  const property = !node.computed && node.property.type === "Identifier" ? node.property.name : textOf(node.property);
  return object === null || property === null ? null : `${object}.${property}`;
}

/** The text of a string literal or of a template without expressions. */
function textOf(node: Deno.lint.Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].cooked;
  return null;
}

function importTypeText(node: Deno.lint.TSImportType, context: Deno.lint.RuleContext): string | null {
  return context.sourceCode.getText(node).match(/^import\(\s*["'`]([^"'`]+)["'`]/)?.[1] ?? null;
}

/** A file by its path from the root of the project; unchanged where it lies outside. */
function pathOf(filename: string): string {
  const address = /^(file:|\/)/.test(filename) ? new URL(filename, "file:///") : new URL(filename, ROOT);
  const path = decodeURIComponent(address.pathname);
  const root = decodeURIComponent(ROOT.pathname);
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** The line of the table that a file of `src/` falls under. */
function prefixOf(file: string): string | null {
  const inSource = file.slice("src/".length).replace(/_test\.ts$/, ".ts");
  const prefixes = Object.keys(MAY_IMPORT).filter((prefix) => isWithin(inSource, prefix));
  return prefixes.sort((a, b) => b.length - a.length)[0] ?? null;
}

function folderOf(path: string): string {
  return path.split("/")[0];
}

function isWithin(path: string, ...places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

function isRelative(specifier: string): boolean {
  return /^(\.{1,2}\/|\/|file:)/.test(specifier);
}

/** `zod` of `zod/v4`, `@scope/name` of `@scope/name/part`; an address (`npm:`, `https:`) is no package of the import map. */
function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
