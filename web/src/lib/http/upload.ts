/** Multipart calls. They use XMLHttpRequest, because `fetch` reports no upload progress. */

import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { eventReader } from "@intellibox/contract/rules/event-reader";
import { t } from "@intellibox/contract/text/t";
import { currentSession } from "../session/session.ts";
import { type CallOptions, decode, renewed } from "./api.ts";
import { ApiError, refused } from "./api-error.ts";
import { bodyOf, headersOf, urlOf } from "./request.ts";

type UploadEndpoint = Endpoint & { files: NonNullable<Endpoint["files"]> };
export type UploadOptions = CallOptions & {
  /** The uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Progress messages of a streaming call, while the server processes the files. */
  onToken?: (text: string) => void;
};

export const uploadUnreachable = t("Could not reach the backend. Check VITE_API_BASE or your dev proxy.");

/** Sends files with the body of a call; lists in the body are comma-separated. */
export async function upload<E extends UploadEndpoint>(
  endpoint: E,
  input: InputOf<E> & { files: readonly File[] },
  options: UploadOptions = {},
): Promise<ResponseOf<E>> {
  const form = formOf(endpoint, input);
  const session = currentSession();
  let answer = await send(endpoint, input, form, options);
  if (answer.status === 401 && session && (await renewed(session))) {
    answer = await send(endpoint, input, form, options);
  }
  const isGood = answer.status >= 200 && answer.status < 300 && !answer.failed;
  if (isGood) return decode(endpoint, answer.body, options.fallback);
  throw refused(answer.status, answer.body, t("Upload failed ({status})"));
}

function formOf<E extends UploadEndpoint>(endpoint: E, input: { files: readonly File[] }) {
  const form = new FormData();
  for (const [name, value] of Object.entries((bodyOf(input) as object | undefined) ?? {})) {
    if (value !== undefined && value !== null)
      form.append(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  for (const file of input.files) form.append(endpoint.files.field, file, file.name);
  return form;
}

/** `failed`: a stream with status 200 ended with an error event. */
type UploadResponse = { status: number; body: unknown; failed?: boolean };

function send<E extends UploadEndpoint>(endpoint: E, input: InputOf<E>, form: FormData, options: UploadOptions) {
  const { signal, onProgress, onToken } = options;
  return new Promise<UploadResponse>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const stream = streamReader(onToken);
    request.open(endpoint.method, urlOf(endpoint, input));
    const accept = onToken ? "text/event-stream, application/json" : "application/json";
    const headers = { accept, ...headersOf(endpoint, input, currentSession()) };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress?.(loaded / total);
    if (onToken) request.onprogress = () => void stream(request.responseText);
    request.onload = () =>
      resolve({ status: request.status, ...(stream(request.responseText) ?? { body: parsed(request.responseText) }) });
    request.onerror = () => reject(new ApiError(uploadUnreachable, { isUnreached: true }));
    request.onabort = () => reject(signal?.reason ?? new DOMException("Cancelled", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(form);
  });
}

/** Reads a growing response; returns its final event, or undefined before that and if it is not a stream. */
function streamReader(onToken: UploadOptions["onToken"]) {
  const read = eventReader();
  let seen = 0;
  let end: Omit<UploadResponse, "status"> | undefined;
  return (whole: string) => {
    if (!onToken || !whole.startsWith("event:")) return undefined;
    for (const { event, data } of read(whole.slice(seen))) {
      const value = parsed(data) as { text?: unknown };
      if (event === "token") onToken(String(value.text ?? ""));
      else end = { body: value, failed: event === "error" };
    }
    seen = whole.length;
    return end;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
