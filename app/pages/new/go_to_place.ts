/** Leads to the field at a JSON Pointer of the request, or to the nearest one around it, and opens what is folded. */
export function goToPlace(pointer: string): void {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = document.getElementById(`at${at}`);
    if (place === null) continue;
    for (let fold = place.closest("details"); fold !== null; fold = fold.parentElement?.closest("details") ?? null) {
      fold.open = true;
    }
    place.scrollIntoView({ block: "center" });
    const control = place.matches("input, select, textarea, button")
      ? place
      : place.querySelector<HTMLElement>("input, select, textarea, button");
    control?.focus({ preventScroll: true });
    return;
  }
}
