import { unreadableFile } from "../../../refusal.ts";

/**
 * Returns the bytes of a file as base64, by the browser's own encoder. Rejects with a `Refusal` where it can no longer
 * be read.
 */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(unreadableFile(file.name, "/content_base64"));
    reader.readAsDataURL(file);
  });
}
