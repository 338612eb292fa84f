/** Milliseconds after which the browser has certainly begun to save a file. */
const LIFE_MS = 60_000;

/** Saves a file under a name, as a link to it would. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LIFE_MS);
}
