import { type CallOptions, type Connection, openCall } from "./make-call.ts";

/** A file while it arrives. */
export type Download = {
  /** As the server names it. It may come from a mail, so never use it as a path. */
  name: string;
  type: string;
  /** In bytes, if the server says so. */
  size: number | undefined;
  /** The number of pages of the document, if the file is one of them. */
  pages: number | undefined;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
};

export async function download(
  connection: Connection,
  path: string,
  given: { params: object },
  options: CallOptions = {},
): Promise<Download> {
  const answer = await openCall(connection, { method: "GET", path }, given, { ...options, accept: "*/*" });
  const { headers } = answer;
  return {
    name: nameOf(headers.get("content-disposition")) ?? "download",
    type: headers.get("content-type") ?? "application/octet-stream",
    size: numberOf(headers.get("content-length")),
    pages: numberOf(headers.get("x-page-count")),
    body: answer.body ?? new Blob([]).stream(),
    bytes: async () => new Uint8Array(await answer.arrayBuffer()),
  };
}

const numberOf = (text: string | null) => (text === null ? undefined : Number(text));

/** The extended form first (RFC 6266), which has every character. */
function nameOf(disposition: string | null) {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  const [, plain] = /filename="([^"]+)"/i.exec(disposition ?? "") ?? [];
  try {
    return encoded ? decodeURIComponent(encoded) : plain;
  } catch {
    return plain;
  }
}
