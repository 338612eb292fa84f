import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import type { Certificate } from "../../src/http/self_signed_certificate.ts";

/** An authority of a test, which no client trusts by itself. */
export interface PrivateAuthority {
  /** Certificate of the authority, in PEM. */
  readonly certificate: string;
  /** Makes a certificate of a server with the given names and addresses, signed by the authority. */
  certify(hosts: readonly string[]): Promise<Certificate>;
}

const SIGNING = { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" };
const HOUR_MS = 3_600_000;

/** Test helper. Makes an authority for certificates that are valid for an hour. */
export async function privateAuthority(name: string): Promise<PrivateAuthority> {
  const keys = await crypto.subtle.generateKey(SIGNING, true, ["sign", "verify"]);
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=${name}`,
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  }, crypto);
  return {
    certificate: own.toString("pem"),
    async certify(hosts) {
      const { publicKey, privateKey } = await crypto.subtle.generateKey(SIGNING, true, ["sign", "verify"]);
      const certificate = await x509.X509CertificateGenerator.create({
        ...validity,
        subject: `CN=${hosts[0]}`,
        issuer: own.subject,
        signingKey: keys.privateKey,
        signingAlgorithm: SIGNING,
        publicKey,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: typeOf(value), value }))),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        ],
      }, crypto);
      const key = await crypto.subtle.exportKey("pkcs8", privateKey);
      return { certificate: certificate.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") };
    },
  };
}

function typeOf(host: string): "ip" | "dns" {
  return /^[\d.]+$/.test(host) ? "ip" : "dns";
}
