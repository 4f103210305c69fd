// Archives in a bucket with the S3 protocol: uploaded in parts, so that the object appears only when all of them are there.
import { Readable, Writable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";

export type BucketSettings = { endpoint: string | undefined; region: string; accessKey: string; secretKey: string };

export type ArchiveBucket = {
  upload(key: string): Promise<{ sink: Writable; complete(): Promise<void>; discard(): Promise<void> }>;
  download(key: string): Promise<Readable>;
};

/** S3 allows 10,000 parts of 5 MB or more. Parts double every 1,000, so that 8 TB fit. */
const partBytes = (part: number) => 8 * 1024 ** 2 * 2 ** Math.floor((part - 1) / 1000);
const patienceMs = 10 * 60_000;

export function openArchiveBucket(bucket: string, settings: BucketSettings): ArchiveBucket {
  const client = new AwsClient({
    ...{ accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey, region: settings.region },
    ...{ service: "s3", retries: 5, initRetryMs: 200 },
  });
  const base = `${settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`}/${bucket}`;
  const addressOf = (key: string) => `${base}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const ask = async (address: string, init: RequestInit = {}) => {
    // A redirect could send the archive to a host that the operator did not choose.
    const response = await client
      .fetch(address, { signal: AbortSignal.timeout(patienceMs), ...init, redirect: "manual" })
      .catch((cause: Error) => {
        throw new Error(`The bucket ${bucket} does not answer: ${(cause.cause as Error)?.message ?? cause.message}.`);
      });
    if (response.ok) return response;
    const said = (await response.text()).replaceAll(/\s+/g, " ").slice(0, 300);
    throw new Error(`The bucket ${bucket} answered ${response.status}: ${said}`);
  };

  return {
    async upload(key) {
      const address = addressOf(key);
      const begun = await (await ask(`${address}?uploads=`, { method: "POST" })).text();
      const id = /<UploadId>([^<]+)</.exec(begun)?.[1];
      if (!id) throw new Error(`The bucket ${bucket} does not accept uploads in parts.`);
      const uploadId = encodeURIComponent(id);
      const tags: string[] = [];
      const put = async (bytes: Buffer) => {
        const part = tags.length + 1;
        const answer = await ask(`${address}?partNumber=${part}&uploadId=${uploadId}`, {
          method: "PUT",
          body: new Uint8Array(bytes),
        });
        tags.push(answer.headers.get("etag") ?? "");
        await answer.body?.cancel();
      };
      return {
        sink: partSink(() => partBytes(tags.length + 1), put),
        async complete() {
          const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
          const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
          const answer = await (await ask(`${address}?uploadId=${uploadId}`, { method: "POST", body })).text();
          // S3 may answer 200 and report a failure in the body.
          if (answer.includes("<Error>"))
            throw new Error(`The bucket ${bucket} could not complete the upload: ${answer.slice(0, 300)}`);
        },
        async discard() {
          await ask(`${address}?uploadId=${uploadId}`, { method: "DELETE" });
        },
      };
    },
    async download(key) {
      const response = await ask(addressOf(key), { signal: null });
      if (!response.body) throw new Error(`The bucket ${bucket} sent nothing.`);
      return Readable.fromWeb(response.body as ReadableStream);
    },
  };
}

/** Collects bytes into parts, and waits for each upload: memory holds one part. */
function partSink(sizeOfNext: () => number, put: (bytes: Buffer) => Promise<void>): Writable {
  let pieces: Buffer[] = [];
  let length = 0;
  const flush = async () => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    await put(bytes);
  };
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      length += piece.length;
      if (length < sizeOfNext()) return done();
      flush().then(() => done(), done);
    },
    final(done) {
      flush().then(() => done(), done);
    },
  });
}
