/**
 * Test helper. Returns an expression for a page: the texts of the fields within a place that have no hint. A box in a
 * list of boxes, whose hint stands above them, is no field.
 */
export function labelsWithoutHint(place: string): string {
  const fields = `[...document.querySelectorAll(${JSON.stringify(`${place} :is(.field, .check)`)})]`;
  const isAlone = `field.closest(".list-field, legend") === null`;
  return `${fields}.filter((field) => ${isAlone} && field.querySelector(".hint") === null).map((field) => field.textContent)`;
}
