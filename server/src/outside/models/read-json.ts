import { t } from "@intellibox/contract/text/t";
import { ModelError } from "./text-model.ts";

/** Reads a response as JSON, up to a size. The body is not trusted: a model server may send anything. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ModelError("bad_answer", t("The list of models is too long."));
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (cause) {
    throw new ModelError("bad_answer", t("The list of models could not be read."), { cause });
  }
}
