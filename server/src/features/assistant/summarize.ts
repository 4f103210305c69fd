import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { momentOf, offsetMinutes, statedOffset } from "@intellibox/contract/rules/wall-time";
import { z } from "zod";
import type { Action, ThreadMessage } from "#engine/types.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { ask, Unreadable } from "./ask.ts";
import { askBuiltin } from "./builtin.ts";
import { cleanLine, type KnownLinks, linksIn } from "./clean-answer.ts";
import { summaryPrompt } from "./prompts.ts";
import { readActionText } from "./read-action-text.ts";
import { readMails } from "./read-mails.ts";
import { pointsOnly } from "./stream-points.ts";

type Message = BodyOf<typeof assistant.summarize>["thread"][number];
type ActionItem = { action: string; owner: string; due: string; source: string; sourceIndex: number | null };
export type Summary = { summary: string[]; summarySources: (number | null)[]; actions: ActionItem[] };

/** `kind` is what it is counted as: whoever wants only the tasks of a mail asks the same question. */
export async function summarize(
  scope: Scope,
  asked: BodyOf<typeof assistant.summarize>,
  emit?: Emit,
  kind: "summarize" | "tasks" = "summarize",
) {
  const { thread, timeZone = "UTC" } = asked;
  const bodies = await readMails(
    scope,
    thread.map(({ body }) => body),
  );
  const read = thread.map((message, at) => ({ ...message, ...(bodies[at] ?? { text: "", warnings: [] }) }));
  const known = linksIn(read.map(({ text }) => text).join("\n"));
  return ask<Summary>(
    scope,
    {
      kind,
      warnings: read.flatMap(({ warnings }) => warnings).slice(0, 5),
      prompt: summaryPrompt(
        read
          .map(
            ({ from, to, at, text }, index) =>
              `Message ${index}\nFrom: ${from}\nTo: ${to}\nDate: ${at ?? ""}\n\n${text}`,
          )
          .join("\n\n---\n\n"),
        timeZone,
        scope.now(),
      ),
      read: (answer) => readSummary(answer, { thread, timeZone, known }),
      builtin: () =>
        builtinSummary(
          scope,
          read.map(({ from, to, at, text }) => ({ from, to, body: text, ...clockOf(at, timeZone, scope.now()) })),
          thread,
        ),
      shown: ({ summary }) => summary.map((point) => `${point}\n`).join(""),
      streamed: pointsOnly(known),
    },
    emit,
  );
}

/** By which clock a mail was written: its own where the date says, else the reader's. */
function clockOf(written: string | null | undefined, timeZone: string, now: Date) {
  const at = momentOf(written, timeZone) ?? dateOf(written);
  return { at, offsetMinutes: statedOffset(written) ?? offsetMinutes(at ?? now, timeZone) };
}

async function builtinSummary(scope: Scope, messages: ThreadMessage[], thread: Message[]): Promise<Summary> {
  const { summary, actions } = await askBuiltin(scope, "summarizeThread", [{ thread: messages, now: scope.now() }]);
  return {
    summary: summary.map(({ text }) => text),
    summarySources: summary.map(({ source }) => source),
    actions: actions.map((found) => presentAction(found, thread)),
  };
}

export const presentAction = ({ action, owner, due, source }: Action, thread: Message[]): ActionItem => ({
  action,
  owner,
  due: due?.toISOString() ?? "",
  source: sourceName(thread, source),
  sourceIndex: source,
});

const place = z.number().int().nullable().catch(null).default(null);
const text = z.string().catch("").default("");
const answerShape = z.object({
  summary: z
    .array(
      z.union([
        z.string().transform((point) => ({ text: point, source: null })),
        z.object({ text: z.string(), source: place }),
      ]),
    )
    .max(50),
  // A model may also give an action as one line, its parts separated by dashes.
  actions: z
    .array(
      z.union([
        z.string().transform(readActionText),
        z.object({
          action: z.string(),
          owner: text,
          due: text,
          source: z.union([z.number().int(), z.string()]).nullable().catch(null).default(null),
        }),
      ]),
    )
    .max(100)
    .default([]),
});

type Asked = { thread: Message[]; timeZone: string; known: KnownLinks };

function readSummary(answer: string, { thread, timeZone, known }: Asked): Summary {
  const parsed = answerShape.safeParse(jsonIn(answer));
  if (!parsed.success)
    throw new Unreadable(
      `the JSON does not fit: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`,
    );
  const { summary, actions } = parsed.data;
  const points = summary
    .map((point) => ({ text: cleanLine(point.text, known), source: placeIn(thread, point.source) }))
    .filter((point) => point.text);
  if (points.length === 0) throw new Unreadable("there is no key point");
  return {
    summary: points.map((point) => point.text),
    summarySources: points.map(({ source }) => source),
    actions: actions
      .map(({ action, owner, due, source }) => {
        const sourceIndex = placeIn(thread, typeof source === "number" ? source : null);
        const named = typeof source === "string" ? cleanLine(source, known, 200) : "";
        return {
          action: cleanLine(action, known),
          owner: cleanLine(owner, known, 100),
          due: dueOf(due, timeZone),
          source: named || sourceName(thread, sourceIndex),
          sourceIndex,
        };
      })
      .filter(({ action }) => action),
  };
}

/** A day without a time is met until people go home, as the built-in engine reads it too. */
function dueOf(written: string, timeZone: string) {
  const due = momentOf(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T17:00` : written, timeZone) ?? dateOf(written);
  return due?.toISOString() ?? "";
}

/** The outermost object in whatever stands around it. */
function jsonIn(answer: string): unknown {
  const [start, end] = [answer.indexOf("{"), answer.lastIndexOf("}")];
  try {
    return JSON.parse(answer.slice(start, end + 1));
  } catch {
    throw new Unreadable("it is not JSON");
  }
}

const placeIn = (thread: Message[], source: number | null) => (source !== null && thread[source] ? source : null);

function sourceName(thread: Message[], index: number | null) {
  const message = index === null ? undefined : thread[index];
  if (!message) return "";
  const day = dateOf(message.at)?.toISOString().slice(0, 10);
  const sender = message.from.replace(/\s*<[^<>]*>\s*$/, "").trim() || message.from;
  return [sender || `Message ${(index ?? 0) + 1}`, day].filter(Boolean).join(", ");
}

function dateOf(written: string | null | undefined) {
  const date = new Date(written || Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
