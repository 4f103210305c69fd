/** Objects in a bucket that speaks S3: Amazon's, MinIO, Ceph, R2… The address names the bucket. */
import { AwsClient } from "aws4fetch";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { checkFolder, type ObjectStore, splitKey } from "./object-store.ts";

export type S3Settings = { url: string; region: string; accessKey: string; secretKey: string };

const atOnce = 16;
const patienceMs = 60_000;

export function openS3Store({ url, region, accessKey, secretKey }: S3Settings): ObjectStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: "s3",
    // Tried again on 5xx and 429, then told.
    retries: 4,
    initRetryMs: 100,
  });
  const limited = limitConcurrency(atOnce);
  const ask = (path: string, init: RequestInit = {}) =>
    limited(async () => {
      const response = await client.fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) });
      if (response.ok || response.status === 404) return response;
      const said = (await response.text()).slice(0, 300);
      throw new Error(`The object store answered ${response.status}: ${said}`);
    });
  const pathOf = (key: string) => {
    const { folder, name } = splitKey(key);
    return `/mail/${folder}/${name}`;
  };
  /** The keys or folders below a prefix, page after page. */
  async function* list(prefix: string, tag: "Key" | "Prefix"): AsyncGenerator<string> {
    for (let token: string | undefined = ""; token !== undefined; ) {
      const query = new URLSearchParams({ "list-type": "2", prefix, ...(token && { "continuation-token": token }) });
      if (tag === "Prefix") query.set("delimiter", "/");
      const text = await (await ask(`?${query}`)).text();
      const pattern = tag === "Key" ? /<Key>([^<]*)<\/Key>/g : /<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g;
      for (const [, found = ""] of text.matchAll(pattern)) yield found;
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
  }
  const drop = async (path: string) => void (await ask(path, { method: "DELETE" }));

  return {
    async put(key, bytes) {
      await ask(pathOf(key), { method: "PUT", body: Buffer.from(bytes) });
    },
    async get(key) {
      const response = await ask(pathOf(key));
      if (response.status === 404) return void (await response.body?.cancel());
      return new Uint8Array(await response.arrayBuffer());
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => drop(pathOf(key))));
    },
    async removeFolder(folder) {
      const prefix = `mail/${checkFolder(folder)}/`;
      const gone: Promise<void>[] = [];
      for await (const key of list(prefix, "Key")) gone.push(drop(`/${key}`));
      await Promise.all(gone);
    },
    async folders() {
      const found: string[] = [];
      for await (const prefix of list("mail/", "Prefix")) found.push(prefix.split("/")[1] ?? "");
      return found.filter(Boolean);
    },
  };
}
