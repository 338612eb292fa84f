import {
  ABSENCES,
  CONSOLE_MAY_IMPORT,
  type Grant,
  MAY_IMPORT,
  RUNTIME_LACKS,
  SEEDED_PROPERTIES,
  TEST_MAY_IMPORT,
  TEST_SUPPORT,
  WASM_MODULES,
} from "./import_table.ts";

const HOUSE: Deno.lint.Plugin = {
  name: "house",
  rules: {
    imports: { create: importVisitor },
    absences: { create: absenceVisitor },
    comments: { create: commentVisitor },
    runtimes: { create: runtimeVisitor },
  },
};

export default HOUSE;

const ROOT = new URL("../", import.meta.url);
/** Folder of the console. */
const CONSOLE = "app";

function importVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const file = pathOf(context.filename);
  const refuse = file.startsWith("src/") ? refusalOf : isWithin(file, CONSOLE) ? refusalInConsole : null;
  if (refuse === null) return unseededPropertyVisitor(context, file);
  const check = (node: Deno.lint.Node, specifier: string | null, typesOnly: boolean): void => {
    const refusal = specifier === null
      ? `Cannot check a computed import in ${file}`
      : refuse(file, specifier, typesOnly);
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

/**
 * Lint rule: outside of `src/`, only the module that sets the fixed seed of property tests may import fast-check.
 * Within `src/` the table of imports decides.
 */
function unseededPropertyVisitor(context: Deno.lint.RuleContext, file: string): Deno.lint.LintVisitor {
  if (file === SEEDED_PROPERTIES) return {};
  return {
    ImportDeclaration: (node) => {
      if (node.source.value !== "fast-check") return;
      context.report({ node, message: `${file} may import fast-check by ${SEEDED_PROPERTIES} alone` });
    },
  };
}

/**
 * Checks a `new URL(…)` that names code, for example a worker or a WebAssembly file, as an import of that code.
 * Addresses of data are not checked.
 */
function checkAddress(
  node: Deno.lint.Node,
  address: Deno.lint.Node | undefined,
  check: (node: Deno.lint.Node, specifier: string, typesOnly: boolean) => void,
): void {
  const text = address === undefined ? null : textOf(address);
  if (text !== null && /\.(ts|js|mjs|wasm)(\?.*)?$/.test(text)) check(node, text, false);
}

/** Returns the sentence that refuses an import, or null where the table of imports grants it. */
function refusalOf(file: string, specifier: string, typesOnly: boolean): string | null {
  const from = prefixOf(file);
  const grant = from === null ? undefined : MAY_IMPORT[from];
  if (from === null || grant === undefined) return `${file} has no line in the table of imports`;
  const isTest = file.endsWith("_test.ts");
  const granted = mayImport(file, from, grant, specifier, typesOnly) ||
    (isTest && mayImport(file, from, TEST_MAY_IMPORT, specifier, typesOnly));
  if (granted) return null;
  const hint = !typesOnly && mayImport(file, from, grant, specifier, true) ? " but by a type-only import" : "";
  return `${from} may not import "${specifier}"${hint}`;
}

/** Returns the sentence that refuses an import of a file of the console, or null where the table grants it. */
function refusalInConsole(file: string, specifier: string, typesOnly: boolean): string | null {
  return mayImportInConsole(file, specifier, typesOnly) ? null : `${CONSOLE} may not import "${specifier}"`;
}

function mayImportInConsole(file: string, specifier: string, typesOnly: boolean): boolean {
  const { all, types, packages } = CONSOLE_MAY_IMPORT;
  const isTest = file.endsWith("_test.ts");
  if (specifier.startsWith("node:")) return isTest;
  if (!isRelative(specifier)) return packages.some((name) => name === packageOf(specifier));
  const target = pathOf(new URL(specifier, new URL(file, ROOT)).href);
  if (target.endsWith("_test.ts")) return false;
  if (isWithin(target, CONSOLE, ...all) || (typesOnly && isWithin(target, ...types))) return true;
  return isTest && isWithin(target, TEST_SUPPORT);
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

/**
 * Whether a file may import another file of the same folder of `src/`. Files at the top of `src/` each have a line of
 * their own in the table and may not import each other by this rule.
 */
function maySeeSibling(from: string, target: string): boolean {
  return from.includes("/") || folderOf(target) !== target || from === target;
}

function absenceVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const file = pathOf(context.filename);
  if (!isOfService(file)) return {};
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

/**
 * Lint rule: code of the service uses nothing that the runtime of the hosted platform lacks although its types name it.
 */
function runtimeVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const file = pathOf(context.filename);
  if (!isOfService(file)) return {};
  const lacks = RUNTIME_LACKS.filter(({ allowedIn = [] }) => !isWithin(file, ...allowedIn));
  const globals = new Map(lacks.flatMap(({ globals = [], what }) => globals.map((name) => [name, what])));
  const texts = new Map(lacks.flatMap(({ texts = [], what }) => texts.map((text) => [text, what])));
  const report = (node: Deno.lint.Node, what: string | undefined): void => {
    if (what !== undefined) {
      context.report({ node, message: `Deno 2.5.0 lacks ${what}, and the service runs there too` });
    }
  };
  return {
    Identifier: (node) => {
      if (!isNameOfPart(node)) report(node, globals.get(node.name));
    },
    MemberExpression: (node) => report(node, globals.get(memberName(node)?.replace(/^globalThis\./, "") ?? "")),
    Literal: (node) => report(node, texts.get(textOf(node) ?? "")),
    TemplateLiteral: (node) => report(node, texts.get(textOf(node) ?? "")),
    ImportDeclaration: (node) => {
      const [phase] = context.sourceCode.getText(node).match(/^import (defer|source) (?!from)/) ?? [];
      if (phase !== undefined) report(node, `"${phase.trim()}"`);
    },
  };
}

/** Whether a name is that of a member, a property or a type's part, and not that of a value in scope. */
function isNameOfPart(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  if (parent.type === "TSPropertySignature") return parent.key === node;
  return parent.type === "Property" && parent.key === node && !parent.computed && !parent.shorthand;
}

/** Whether a file is code of the service itself, not a test of it. */
function isOfService(file: string): boolean {
  return (file.startsWith("src/") || file === "main.ts" || file === "deploy.ts") && !file.endsWith("_test.ts");
}

/** Lint rule: a comment line is at most 120 characters long. A line with a long unbroken address is allowed. */
function commentVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  return {
    "Program:exit": () => {
      for (const comment of context.sourceCode.getAllComments()) {
        const lines = context.sourceCode.text.slice(...wholeLines(comment.range, context.sourceCode.text)).split("\n");
        const long = lines.find((line) => [...line].length > LINE_WIDTH && !/\S{60}/.test(line));
        if (long !== undefined) {
          context.report({ range: comment.range, message: `A comment goes beyond ${LINE_WIDTH} characters` });
        }
      }
    },
  };
}

const LINE_WIDTH = 120;

/** Returns the range of text from the start of the line in which a comment begins to the end of the comment. */
function wholeLines([start, end]: readonly [number, number], text: string): [number, number] {
  return [text.lastIndexOf("\n", start) + 1, end];
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

/** Returns a chain of names as `a.b.c`, in dot or bracket notation, or null for any other expression. */
function memberName(node: Deno.lint.Node): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MetaProperty") return `${node.meta.name}.${node.property.name}`;
  if (node.type !== "MemberExpression") return null;
  const object = memberName(node.object);
  const property = !node.computed && node.property.type === "Identifier" ? node.property.name : textOf(node.property);
  return object === null || property === null ? null : `${object}.${property}`;
}

/** Returns the text of a string literal or of a template without expressions, or null for any other expression. */
function textOf(node: Deno.lint.Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.cooked ?? null;
  return null;
}

function importTypeText(node: Deno.lint.TSImportType, context: Deno.lint.RuleContext): string | null {
  return context.sourceCode.getText(node).match(/^import\(\s*["'`]([^"'`]+)["'`]/)?.[1] ?? null;
}

/**
 * Returns the path of a file relative to the root of the repository. A path outside of the repository stays as it is.
 */
function pathOf(filename: string): string {
  const address = /^(file:|\/)/.test(filename) ? new URL(filename, "file:///") : new URL(filename, ROOT);
  const path = decodeURIComponent(address.pathname);
  const root = decodeURIComponent(ROOT.pathname);
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Returns the longest key of the table of imports that covers a file of `src/`, or null where none does. */
function prefixOf(file: string): string | null {
  const inSource = file.slice("src/".length).replace(/_test\.ts$/, ".ts");
  const prefixes = Object.keys(MAY_IMPORT).filter((prefix) => isWithin(inSource, prefix));
  return prefixes.sort((a, b) => b.length - a.length)[0] ?? null;
}

function folderOf(path: string): string {
  return path.replace(/\/.*$/s, "");
}

function isWithin(path: string, ...places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

function isRelative(specifier: string): boolean {
  return /^(\.{1,2}\/|\/|file:)/.test(specifier);
}

/**
 * Returns the package that an import names: `zod` for `zod/v4`, `@scope/name` for `@scope/name/part`. An address such
 * as `npm:` or `https:` names no package of the import map.
 */
function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
