/** Returns the numbers that occur in every one of several ascending lists. Returns no numbers if there are no lists. */
export function commonNumbers(lists: readonly ArrayLike<number>[]): readonly number[] {
  const [first, ...others] = lists;
  if (first === undefined) return [];
  const places = others.map(() => 0);
  return Array.from(first).filter((number) =>
    others.every((list, i) => {
      while (list[places[i]] < number) places[i]++;
      return list[places[i]] === number;
    })
  );
}
