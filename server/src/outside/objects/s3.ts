/** Stores objects in an S3 bucket (Amazon, MinIO, Ceph, R2). The URL names the bucket. */
import { AwsClient } from "aws4fetch";
import { StorageFull } from "#lib/faults.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { inSpan } from "#lib/trace.ts";
import { checkFolder, type ObjectStore, type StoredObject, splitKey, wholeKey } from "./object-store.ts";

export type S3Settings = { url: string; region: string; accessKey: string; secretKey: string };

const maxConcurrent = 16;
const patienceMs = 60_000;

export function openS3Store({ url, region, accessKey, secretKey }: S3Settings): ObjectStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: "s3",
    // Retried on 5xx and 429.
    retries: 4,
    initRetryMs: 100,
  });
  const limited = limitConcurrency(maxConcurrent);
  const ask = (path: string, init: RequestInit = {}) =>
    limited(async () => {
      const signal = AbortSignal.timeout(patienceMs);
      // A redirect could send mail to a host that the operator did not choose.
      const { method = "GET" } = init;
      const attributes = { "http.request.method": method, "server.address": new URL(url).hostname };
      const response = await inSpan({ name: `object ${method}`, kind: "client", attributes }, () =>
        client.fetch(`${url}${path}`, { ...init, signal, redirect: "manual" }),
      );
      if (response.ok || response.status === 404) return response;
      const said = (await response.text()).slice(0, 300);
      const message = `The object store answered ${response.status}: ${said}`;
      throw response.status === 507 || /StorageFull|QuotaExceeded/.test(said)
        ? new StorageFull(message)
        : new Error(message);
    });
  const pathOf = ({ folder, name }: { folder: string; name: string }) => `/mail/${folder}/${name}`;
  /** The entries below a prefix, objects or folders, page after page. */
  async function* list(prefix: string, tag: "Contents" | "CommonPrefixes"): AsyncGenerator<string> {
    for (let token: string | undefined = ""; token !== undefined; ) {
      const query = new URLSearchParams({ "list-type": "2", prefix, ...(token && { "continuation-token": token }) });
      if (tag === "CommonPrefixes") query.set("delimiter", "/");
      const text = await (await ask(`?${query}`)).text();
      for (const [, found = ""] of text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))) yield found;
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
  }
  const drop = async (path: string) => void (await ask(path, { method: "DELETE" }));

  return {
    async put(key, pieces) {
      const body = Buffer.concat(Array.isArray(pieces) ? pieces : [pieces]);
      await ask(pathOf(wholeKey(key)), { method: "PUT", body });
    },
    async get(key) {
      const { stretch, ...whole } = splitKey(key);
      // RFC 9110 14.1.2 knows no empty range.
      if (stretch?.length === 0) return new Uint8Array();
      const headers = stretch && { range: `bytes=${stretch.start}-${stretch.start + stretch.length - 1}` };
      const response = await ask(pathOf(whole), headers && { headers });
      if (response.status === 404) return void (await response.body?.cancel());
      const bytes = new Uint8Array(await response.arrayBuffer());
      // A store that knows no ranges answers with the whole.
      return stretch && response.status === 200 ? bytes.subarray(stretch.start, stretch.start + stretch.length) : bytes;
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => drop(pathOf(wholeKey(key)))));
    },
    async removeFolder(folder) {
      const prefix = `mail/${checkFolder(folder)}/`;
      const gone: Promise<void>[] = [];
      for await (const entry of list(prefix, "Contents")) gone.push(drop(`/${textIn(entry, "Key")}`));
      await Promise.all(gone);
    },
    async folders() {
      const found: string[] = [];
      for await (const entry of list("mail/", "CommonPrefixes"))
        found.push(textIn(entry, "Prefix").split("/")[1] ?? "");
      return found.filter(Boolean);
    },
    async *list(folder): AsyncGenerator<StoredObject> {
      for await (const entry of list(`mail/${checkFolder(folder)}/`, "Contents"))
        yield {
          key: textIn(entry, "Key").slice("mail/".length),
          size: Number(textIn(entry, "Size")),
          writtenAt: new Date(textIn(entry, "LastModified")),
        };
    },
  };
}

const textIn = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? "";
