/** Builds the path and the body of a call. It sends nothing. */

/** A file of an upload, read from memory: a `File`, or bytes with a name. */
export type FileToSend = File | { name: string; type?: string; content: Blob | Uint8Array<ArrayBuffer> | string };

export type CallParts = {
  params?: object;
  query?: object;
  headers?: object;
  body?: unknown;
  files?: readonly FileToSend[];
};

/** The path below `/api` with its parameters and query. Empty values of the query are left out, as in the product's pages. */
export function pathOf(path: string, { params = {}, query = {} }: CallParts) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, textOf(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

type Encoded = { body: string | FormData | null; type: string | undefined };

/** JSON, or a form if there are files. Each attempt builds a new form, so that a repeated call sends the same files. */
export function encodeBody({ body, files = [] }: CallParts, field: string | undefined): Encoded {
  if (field && (files.length > 0 || body === undefined)) return { body: formOf(body, files, field), type: undefined };
  if (body === undefined) return { body: null, type: undefined };
  return { body: JSON.stringify(body), type: "application/json" };
}

/** Lists are comma-separated in a form; Message-IDs, which may contain commas, are separated by spaces. */
function formOf(body: unknown, files: readonly FileToSend[], field: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    form.append(name, Array.isArray(value) ? value.join(name === "references" ? " " : ",") : textOf(value));
  }
  for (const file of files) {
    const sent = file instanceof File ? file : blobOf(file);
    form.append(field, sent, file.name);
  }
  return form;
}

const blobOf = ({ content, type = "application/octet-stream" }: Exclude<FileToSend, File>) =>
  content instanceof Blob && content.type ? content : new Blob([content], { type });
