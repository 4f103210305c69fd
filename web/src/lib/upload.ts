/** Multipart calls. XMLHttpRequest, because `fetch` tells nothing about the progress of what it sends. */
import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { type CallOptions, decode, renewed } from "./api.ts";
import { ApiError, refused } from "./api-error.ts";
import { bodyOf, headersOf, urlOf } from "./request.ts";
import { currentSession } from "./session.ts";

type Uploading = Endpoint & { files: NonNullable<Endpoint["files"]> };
export type UploadOptions = CallOptions & {
  /** From 0 to 1, while the bytes travel. */
  onProgress?: (share: number) => void;
};

export const uploadUnreachable = "Could not reach the backend. Check VITE_API_BASE or your dev proxy.";

/** Sends files along with the call's body; lists in the body travel comma-joined. */
export async function upload<E extends Uploading>(
  endpoint: E,
  input: InputOf<E> & { files: readonly File[] },
  options: UploadOptions = {},
): Promise<ResponseOf<E>> {
  const form = formOf(endpoint, input);
  const session = currentSession();
  let answer = await send(endpoint, input, form, options);
  if (answer.status === 401 && session && (await renewed(session.token))) {
    answer = await send(endpoint, input, form, options);
  }
  if (answer.status >= 200 && answer.status < 300) return decode(endpoint, answer.body, options.fallback);
  throw refused(answer.status, answer.body, `Upload failed (${answer.status})`);
}

function formOf<E extends Uploading>(endpoint: E, input: { files: readonly File[] }) {
  const form = new FormData();
  for (const [name, value] of Object.entries((bodyOf(input) as object | undefined) ?? {})) {
    if (value !== undefined && value !== null)
      form.append(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  for (const file of input.files) form.append(endpoint.files.field, file, file.name);
  return form;
}

function send<E extends Uploading>(endpoint: E, input: InputOf<E>, form: FormData, options: UploadOptions) {
  const { signal, onProgress } = options;
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(endpoint.method, urlOf(endpoint, input));
    const headers = { accept: "application/json", ...headersOf(endpoint, input, currentSession()) };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress?.(loaded / total);
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new ApiError(uploadUnreachable));
    request.onabort = () => reject(signal?.reason ?? new DOMException("Cancelled", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
