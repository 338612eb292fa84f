/**
 * Returns the error sentence which says that no field has the given name. `suggested` proposes the name that was
 * probably meant and begins with a comma; if it is empty, the sentence says to leave the field out.
 */
export function fieldNotFound(name: string, suggested = ""): string {
  return `Cannot find field "${name}"${suggested === "" ? ": there is no such field, leave it out" : suggested}`;
}
