/** Returns a map from each value of a list to the position of its first occurrence. */
export function firstPlaces<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const places = new Map<Value, number>();
  values.forEach((value, i) => {
    if (!places.has(value)) places.set(value, i);
  });
  return places;
}
