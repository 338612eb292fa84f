/** Selectors of the elements that have a role, in markup as the console writes it. */
const ELEMENTS: Readonly<Record<string, string>> = {
  button: "button, [role=button]",
  checkbox: "input[type=checkbox]",
  combobox: "[role=combobox]",
  group: "fieldset, details, [role=group]",
  heading: "h1, h2, h3, h4",
  link: "a[href]",
  tab: "[role=tab]",
};
const FIELDS = "input, select, textarea";

/**
 * Test helper. Returns an expression for the page: the first shown element with a role and name, or the first field
 * with a name; null if there is none. It reads names from the markup, because Firefox walks its whole accessibility
 * tree for each question of the driver, which takes seconds on a large page. Chromium is asked for the names it gives.
 */
export function namedInPage(name: string, role?: string): string {
  const elements = role === undefined ? FIELDS : ELEMENTS[role];
  if (elements === undefined) throw new Error(`No element of the console is known to have the role ${role}`);
  return `(${find})(${JSON.stringify(elements)}, ${JSON.stringify(name)})`;
}

/** Runs in the page. */
const find = `(elements, name) => {
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const textOf = (element) => {
    if (element === null) return "";
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden=true], input, select, textarea, script")) hidden.remove();
    return plain(copy.textContent);
  };
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by !== null) return plain(by.split(/\\s+/).map((id) => textOf(document.getElementById(id))).join(" "));
    if (element.hasAttribute("aria-label")) return plain(element.getAttribute("aria-label"));
    if (element.labels?.length > 0) return plain([...element.labels].map(textOf).join(" "));
    if (element.localName === "fieldset") return textOf(element.querySelector("legend"));
    return textOf(element);
  };
  return [...document.querySelectorAll(elements)]
    .find((element) => element.checkVisibility() && nameOf(element) === name) ?? null;
}`;
