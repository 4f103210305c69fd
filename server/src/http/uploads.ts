import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { t } from "@intellibox/contract/text/t";
import type { FastifyRequest } from "fastify";
import { AppError, invalid } from "#lib/errors.ts";

/** The name comes from the client, so it must never be used as a path. */
export type UploadedFile = { name: string; mimeType: string; bytes: Buffer; sha256: string };

type Limits = NonNullable<Endpoint["files"]>;

/** Reads fields and files of a multipart body. Stops at the limit while it streams in. */
export async function readUpload(request: FastifyRequest, files: Limits) {
  try {
    return await readParts(request, files);
  } catch (error) {
    discardRest(request);
    const isKnown = error instanceof AppError || String((error as { code?: unknown }).code).startsWith("FST_");
    throw isKnown ? error : new AppError("invalid", t("The form could not be read"), { cause: error });
  }
}

const lingerMs = 10_000;

/** Reads the rest of the body, so that the connection can serve the next call. Closes it if the rest takes too long. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
  const giveUp = setTimeout(() => raw.destroy(), lingerMs).unref();
  raw.once("end", () => clearTimeout(giveUp)).once("close", () => clearTimeout(giveUp));
}

/** Node reads up to 2 MB from a fast connection before other calls have their turn. */
const bytesPerTurn = 256 * 1024;

async function readParts(request: FastifyRequest, files: Limits) {
  const fields: Record<string, string> = {};
  const uploaded: UploadedFile[] = [];
  let total = 0;
  let sinceTurn = 0;

  const parts = request.parts({
    limits: {
      files: files.maxFiles + 1,
      fileSize: files.maxTotalBytes + 1,
      fields: 50,
      fieldSize: maxFieldBytes,
      parts: files.maxFiles + 60,
    },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      if (part.valueTruncated) throw new AppError("too_large", t("{field} is too long", { field: part.fieldname }));
      fields[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== files.field)
      throw invalid(t("Files are expected in the field “{field}”", { field: files.field }));
    if (uploaded.length === files.maxFiles) throw invalid(files.tooMany);
    const chunks: Buffer[] = [];
    // Hashed as it arrives, so that no call has to go through all of it at once.
    const hash = createHash("sha256");
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > files.maxTotalBytes) throw new AppError("too_large", files.tooLarge);
      chunks.push(chunk);
      hash.update(chunk);
      sinceTurn += chunk.length;
      if (sinceTurn < bytesPerTurn) continue;
      sinceTurn = 0;
      await nextTurn();
    }
    uploaded.push({
      name: part.filename ?? "",
      mimeType: part.mimetype,
      bytes: Buffer.concat(chunks),
      sha256: hash.digest("base64url"),
    });
  }
  return { fields, files: uploaded };
}

/** Large enough for the HTML of a mail, the largest field. */
const maxFieldBytes = 6 * 1024 * 1024;
