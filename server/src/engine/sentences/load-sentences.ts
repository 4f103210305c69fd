// The engine's sentences are data, so that a writer can change them without reading code. Each file is checked when it is loaded.
import { readFileSync } from "node:fs";
import { tones } from "@intellibox/contract/rules/choices";
import { z } from "zod";

/** One value for each tone; a missing or misspelled tone is an error. */
export const byTone = <Value extends z.ZodType>(value: Value) => z.record(z.enum(tones), value);

/** One sentence with `{placeholders}`. */
export const sentence = z.string().min(1);

/** Wordings of equal meaning, of which "Regenerate" takes the next. */
export const wordings = z.array(sentence).min(1);

export function loadSentences<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")));
  if (!parsed.success) throw new Error(`engine/sentences/${file} is invalid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** One file for each name in a folder. */
export const loadFolder = <Name extends string, Schema extends z.ZodType>(
  folder: string,
  names: readonly Name[],
  schema: Schema,
) =>
  Object.fromEntries(names.map((name) => [name, loadSentences(`${folder}/${name}.json`, schema)])) as Record<
    Name,
    z.output<Schema>
  >;
