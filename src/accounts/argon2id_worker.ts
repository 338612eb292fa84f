/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { argon2id } from "hash-wasm";
import type { Argon2idReply, Argon2idRequest } from "./argon2id.ts";

self.onmessage = async ({ data }: MessageEvent<Argon2idRequest>) => {
  self.postMessage(await reply(data));
};

async function reply({ id, password, salt, memoryKib, passes }: Argon2idRequest): Promise<Argon2idReply> {
  try {
    const hash = await argon2id({
      password,
      salt,
      parallelism: 1,
      memorySize: memoryKib,
      iterations: passes,
      hashLength: 32,
      outputType: "binary",
    });
    return { id, hash };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
