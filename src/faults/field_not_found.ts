/**
 * Returns the sentence that no field has a name. `suggested` proposes the name that was probably meant; it begins with
 * a comma.
 */
export function fieldNotFound(name: string, suggested = ""): string {
  return `Cannot find field "${name}"${suggested === "" ? ": there is no such field, leave it out" : suggested}`;
}
