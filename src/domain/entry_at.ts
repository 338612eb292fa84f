/** Returns the entry of a list at an index. Throws a `RangeError` if the list has no such entry. */
export function entryAt<Entry>(list: ArrayLike<Entry>, place: number): Entry {
  const entry = list[place];
  if (entry === undefined) throw new RangeError(`Cannot find entry ${place} of a list of ${list.length}`);
  return entry;
}
