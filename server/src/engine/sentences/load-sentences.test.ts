import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { framedLanguages } from "../text/language.ts";
import { byTone, loadSentences, sentence, wordings } from "./load-sentences.ts";

test("a file that does not fit its schema is refused with its name and the wrong field", () => {
  const load = (schema: z.ZodType) => () => loadSentences("draft-lines.json", schema);
  expect(load(z.object({ detailsLead: byTone(wordings) }))).toThrow(
    /engine\/sentences\/draft-lines\.json is invalid:[\s\S]*detailsLead/,
  );
  expect(load(z.object({ detailsLead: byTone(sentence).and(z.object({ sad: sentence })) }))).toThrow(/detailsLead/);
});

test("a file lacks no tone and has no other key", () => {
  const tones = { professional: "a", friendly: "b", concise: "c", enthusiastic: "d" };
  expect(byTone(sentence).safeParse(tones).success).toBe(false);
  expect(byTone(sentence).safeParse({ ...tones, empathetic: "" }).success).toBe(false);
  expect(byTone(sentence).safeParse({ ...tones, empathetic: "e", angry: "f" }).success).toBe(false);
  expect(byTone(sentence).safeParse({ ...tones, empathetic: "e" }).success).toBe(true);
});

test.each([["languages", framedLanguages]] as const)(
  "every file in %s is one that the engine loads",
  (folder, names) => {
    const files = readdirSync(new URL(folder, import.meta.url));
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
  },
);
