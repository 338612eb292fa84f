import type { Certificate } from "../../src/http/self_signed_certificate.ts";

/**
 * Test helper. Returns a certificate and key for a test server on loopback. Reads them from the folder in
 * `TEST_CERTIFICATE_FOLDER`, where the test runner puts one certificate for all tests; without that variable it makes a
 * new self-signed certificate.
 */
export async function loopbackCertificate(): Promise<Certificate> {
  const folder = Deno.env.get("TEST_CERTIFICATE_FOLDER");
  if (folder !== undefined) {
    const [certificate, key] = await Promise.all(["certificate", "key"].map((name) => readPem(folder, name)));
    return { certificate, key };
  }
  const { selfSignedCertificate } = await import("../../src/http/self_signed_certificate.ts");
  return await selfSignedCertificate(["localhost", "127.0.0.1"], Date.now());
}

function readPem(folder: string, name: string): Promise<string> {
  return Deno.readTextFile(`${folder}/${name}.pem`);
}
