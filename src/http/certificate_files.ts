import { type Certificate, isGoodCertificate, selfSignedCertificate } from "./self_signed_certificate.ts";

/**
 * Returns the self-signed TLS certificate stored in a folder. Makes and stores a new one if none is stored, if the
 * stored one ends within a day, or if it lacks one of `hosts`. Only the owner may read the private key's file.
 */
export async function certificateOfFolder(
  folder: string,
  { hosts, now }: { hosts: readonly string[]; now: number },
): Promise<Certificate> {
  const paths = { certificate: `${folder}/certificate.pem`, key: `${folder}/key.pem` };
  const stored = await readCertificate(paths);
  if (stored !== null && isGoodCertificate(stored.certificate, hosts, now)) return stored;
  const made = await selfSignedCertificate(hosts, now);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(paths.key, made.key);
  await writeWhole(paths.certificate, made.certificate);
  return made;
}

/**
 * Returns the hosts that a certificate must name for a service: `localhost`, the loopback addresses and the host of the
 * public URL.
 */
export function hostsOf(publicUrl: string): readonly string[] {
  const publicHost = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return [...new Set(["localhost", "127.0.0.1", "::1", publicHost])];
}

async function readCertificate(paths: Certificate): Promise<Certificate | null> {
  try {
    return { certificate: await Deno.readTextFile(paths.certificate), key: await Deno.readTextFile(paths.key) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Writes a file under a temporary name and renames it, so that another process that starts at the same time never reads
 * half a file.
 */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = await Deno.makeTempFile({ dir: path.slice(0, path.lastIndexOf("/")), prefix: ".pem-" });
  await Deno.writeTextFile(temporary, text, { mode: 0o600 });
  await Deno.rename(temporary, path);
}
