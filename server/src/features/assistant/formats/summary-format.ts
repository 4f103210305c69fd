import { momentOf } from "@intellibox/contract/rules/wall-time";
import { z } from "zod";
import { cleanLine, type KnownLinks, linksIn } from "../answers/clean-answer.ts";
import { dateOf } from "../date-of.ts";
import type { SummaryTask, ThreadDigest } from "../model.ts";
import { summaryPrompt } from "../prompts.ts";
import { readActionText } from "../read-action-text.ts";
import { pointsOnly } from "../stream-points.ts";
import { UnreadableAnswer } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function summaryFormat(task: SummaryTask): TextFormat<ThreadDigest> {
  const bodies = task.thread.map(({ body }) => body).join("\n");
  const known = linksIn(bodies);
  const prompt = summaryPrompt(task);
  return {
    prompt,
    read(answer) {
      known.removed.clear();
      return readSummary(answer, task, known);
    },
    shown: ({ summary }) => summary.map(({ text }) => `${text}\n`).join(""),
    check: ({ summary, actions }) => ({
      text: [...summary.map(({ text }) => text), ...actions.map(({ action }) => action)].join("\n"),
      request: "",
      languageFrom: bodies.slice(0, 4_000),
      given: prompt,
      removedLinks: [...known.removed],
    }),
    streamed: pointsOnly(known),
  };
}

const messageIndex = z.number().int().nullable().catch(null).default(null);
const optionalText = z.string().catch("").default("");
const answerSchema = z.object({
  summary: z
    .array(
      z.union([
        z.string().transform((point) => ({ text: point, source: null })),
        z.object({ text: z.string(), source: messageIndex }),
      ]),
    )
    .max(50),
  // A model may also give an action as one line, with its parts separated by dashes.
  actions: z
    .array(
      z.union([
        z.string().transform(readActionText),
        z.object({
          action: z.string(),
          owner: optionalText,
          due: optionalText,
          source: z.union([z.number().int(), z.string()]).nullable().catch(null).default(null),
        }),
      ]),
    )
    .max(100)
    .default([]),
});

function readSummary(answer: string, { thread, timeZone }: SummaryTask, known: KnownLinks): ThreadDigest {
  const parsed = answerSchema.safeParse(jsonIn(answer));
  if (!parsed.success)
    throw new UnreadableAnswer(
      `the JSON does not fit: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`,
    );
  const existing = (source: number | null) => (source !== null && thread[source] ? source : null);
  const summary = parsed.data.summary
    .map(({ text, source }) => ({ text: cleanLine(text, known), source: existing(source) }))
    .filter(({ text }) => text);
  if (summary.length === 0) throw new UnreadableAnswer("there is no key point");
  const actions = parsed.data.actions
    .map(({ action, owner, due, source }) => ({
      action: cleanLine(action, known),
      owner: cleanLine(owner, known, 100),
      due: dueOf(due, timeZone),
      source: existing(typeof source === "number" ? source : null),
      sourceText: typeof source === "string" ? cleanLine(source, known, 200) : "",
    }))
    .filter(({ action }) => action);
  return { summary, actions };
}

/** A day without a time is due at 17:00, as in the built-in engine. */
const dueOf = (written: string, timeZone: string) =>
  momentOf(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T17:00` : written, timeZone) ?? dateOf(written);

/** The outermost JSON object, without the text that a model may write around it. */
function jsonIn(answer: string): unknown {
  const [start, end] = [answer.indexOf("{"), answer.lastIndexOf("}")];
  try {
    return JSON.parse(answer.slice(start, end + 1));
  } catch {
    throw new UnreadableAnswer("it is not JSON");
  }
}
