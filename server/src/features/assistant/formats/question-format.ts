import { z } from "zod";
import { cleanLine, linksIn } from "../answers/clean-answer.ts";
import type { QuestionResult, QuestionTask, WrittenAnswer } from "../model.ts";
import { questionPrompt } from "../question-prompt.ts";
import { sayAnswer } from "../say-answer.ts";
import { pointsOnly } from "../stream-points.ts";
import { UnreadableAnswer } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

const mostSentences = 8;
const mostCites = 4;
const mostActions = 3;
const mostSearches = 2;

/** The answer is a search, or sentences with citations. Whether the citations are true is verified after it (features/questions). */
export function questionFormat(task: QuestionTask): TextFormat<QuestionResult> {
  const prompt = questionPrompt(task);
  const known = linksIn(prompt);
  return {
    prompt,
    read(answer) {
      known.removed.clear();
      const written = readAnswer(answer);
      const sentences = written.sentences.map(({ text, cites }) => ({ text: cleanLine(text, known), cites }));
      return { written: { ...written, sentences: sentences.filter(({ text }) => text !== "") } };
    },
    shown: (result) =>
      result.engine
        ? sayAnswer(result.engine, task.input)
            .map(({ text }) => text)
            .join("\n")
        : result.written.sentences.map(({ text }) => text).join("\n"),
    check: ({ written }) => ({
      text: written?.sentences.map(({ text }) => text).join("\n") ?? "",
      request: "",
      languageFrom: "",
      given: prompt,
      removedLinks: [...known.removed],
    }),
    streamed: pointsOnly(known, "answer"),
  };
}

const mail = z.number().int().min(0);
const cite = z.object({ mail, sentence: z.string().max(2_000) });
const sentence = z.object({ text: z.string(), cites: z.array(z.unknown()).catch([]).default([]) });
const action = z.discriminatedUnion("do", [
  z.object({ do: z.literal("draft"), mail, intent: z.string().max(500) }),
  z.object({ do: z.literal("label"), mail, label: z.string().min(1).max(100) }),
  z.object({ do: z.literal("snooze"), mail, until: z.string().max(40) }),
  z.object({ do: z.literal("rule"), sentence: z.string().min(1).max(500) }),
]);
const answerSchema = z.object({
  search: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .catch([])
    .default([]),
  read: z.array(z.number().int()).catch([]).default([]),
  answer: z.array(z.unknown()).optional(),
  actions: z.array(z.unknown()).catch([]).default([]),
});

/** Entries of another form are left out. */
function readAnswer(answer: string): WrittenAnswer {
  const read = answerSchema.safeParse(parsed(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)));
  if (!read.success) throw new UnreadableAnswer('it must be one JSON object with "answer", "search" or "read"');
  const { search, read: reads, answer: given, actions } = read.data;
  if (!given && search.length + reads.length === 0)
    throw new UnreadableAnswer('it must be one JSON object with "answer", "search" or "read"');
  return {
    searches: given
      ? []
      : search
          .map((one) => one.trim().slice(0, 300))
          .filter(Boolean)
          .slice(0, mostSearches),
    reads: given ? [] : reads.slice(0, mostSearches),
    sentences: valid(sentence, given ?? [])
      .slice(0, mostSentences)
      .map(({ text, cites }) => ({ text, cites: valid(cite, cites).slice(0, mostCites) })),
    actions: valid(action, actions).slice(0, mostActions),
  };
}

const valid = <Schema extends z.ZodType>(schema: Schema, values: unknown[]): z.output<Schema>[] =>
  values.flatMap((value) => {
    const read = schema.safeParse(value);
    return read.success ? [read.data] : [];
  });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
