/** Downloads a file of the server, because a plain link cannot send the token. */

import type { Endpoint } from "@intellibox/contract/endpoint";
import { t } from "@intellibox/contract/text/t";
import { open } from "./api.ts";
import { rawEndpoint } from "./raw-endpoint.ts";

type Download = {
  path: string;
  query: Record<string, string | undefined>;
  tenancy: Endpoint["tenancy"];
  name: string;
  fallback?: string;
};

export async function download({ path, query, tenancy, name, fallback = t("Request failed") }: Download) {
  const answer = await open(rawEndpoint(path, tenancy), { query } as never, { accept: "*/*", fallback });
  saveFile(await answer.blob(), fileName(answer) ?? name);
}

/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Frees the memory after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}

const fileName = (answer: Response) => /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
