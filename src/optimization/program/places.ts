/** A set of indices of variables or rows, from 0 on. */
export interface Places {
  has(place: number): boolean;
}

/** The set of the indices in the lists, all below `count`. */
export function placesOf(count: number, ...lists: readonly (readonly number[])[]): Places {
  const isNamed = new Uint8Array(count);
  for (const list of lists) for (let k = 0; k < list.length; k++) isNamed[list[k]] = 1;
  return { has: (place) => isNamed[place] === 1 };
}
