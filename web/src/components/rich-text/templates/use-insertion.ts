import type { Template } from "@intellibox/contract/endpoints/templates";
import type { TokenValues } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { filledTemplate, type InsertRange, insertTemplate, missingTokens, valuesOf } from "./insert-template.ts";

type Question = { template: Template; values: TokenValues; missing: string[]; place: TrackedRange };

/** Reads, fills and inserts a template. What is missing is asked for first. */
export function useInsertion(editor: Editor, tool: TemplateTool) {
  const [question, setQuestion] = useState<Question | null>(null);

  const put = ({ template, place }: Pick<Question, "template" | "place">, values: TokenValues) => {
    place.stop();
    if (editor.isDestroyed) return;
    const { html, subject } = tool.keepsTokens
      ? { html: template.bodyHtml, subject: template.subject }
      : filledTemplate(template, values);
    insertTemplate(editor, html, place.range());
    if (subject && !tool.subject().trim()) tool.setSubject?.(subject);
    tool.used(template.id);
  };

  return {
    question,
    async begin(id: string, range: InsertRange) {
      const place = trackRange(editor, range);
      try {
        const [template, person] = await Promise.all([tool.read(id), tool.facts()]);
        const values = valuesOf(person, tool);
        const { bodyHtml, subject } = template;
        const missing = tool.keepsTokens
          ? []
          : missingTokens({ bodyHtml, subject: tool.setSubject ? subject : "" }, values);
        if (missing.length > 0) setQuestion({ template, values, missing, place });
        else put({ template, place }, values);
      } catch (error) {
        place.stop();
        toast.error(messageOf(error, t("The template could not be loaded.")), screenToast);
      }
    },
    /** Inserts the template. Tokens without a value stay open. */
    answer(given: TokenValues) {
      if (!question) return;
      setQuestion(null);
      put(question, { ...question.values, ...given });
    },
    cancel() {
      question?.place.stop();
      setQuestion(null);
      if (!editor.isDestroyed) editor.commands.focus();
    },
  };
}

type TrackedRange = { range: () => InsertRange; stop: () => void };

/** Follows a range while the text changes: the writer may type on while a template loads. */
function trackRange(editor: Editor, start: InsertRange): TrackedRange {
  let range = start;
  const follow = ({
    transaction: { mapping },
  }: {
    transaction: { mapping: { map: (at: number, side: number) => number } };
  }) => {
    range = { from: mapping.map(range.from, 1), to: mapping.map(range.to, -1) };
    if (range.to < range.from) range.to = range.from;
  };
  editor.on("transaction", follow);
  return { range: () => range, stop: () => void editor.off("transaction", follow) };
}
