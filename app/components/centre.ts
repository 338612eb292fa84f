/** Scrolls a row that is wider than its window so that one part of it is in the middle. Nothing else scrolls. */
export function centre(row: HTMLElement | null, selector: string): void {
  const part = row?.querySelector<HTMLElement>(selector);
  if (row === null || part === null || part === undefined) return;
  const [outer, inner] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
