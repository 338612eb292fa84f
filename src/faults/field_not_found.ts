/** That there is no field of a name, with what it may have been meant for: `suggested`, which begins with a comma. */
export function fieldNotFound(name: string, suggested = ""): string {
  return `Cannot find field "${name}"${suggested === "" ? ": leave it out" : suggested}`;
}
