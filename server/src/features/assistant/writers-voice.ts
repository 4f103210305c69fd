// How the user writes, for a draft or a reply: their voice, and own mails as examples of style.
import { threaded } from "#lib/threads.ts";
import { isClosingLine } from "#engine/mail/signatures.ts";
import { languageOf } from "#engine/text/language.ts";
import type { WritersVoice } from "#engine/voice/apply-voice.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { modelSettingsIn } from "#features/ai-settings/model-settings.ts";
import type { TaskFacts } from "#features/ai-settings/task-facts.ts";
import { findVoice } from "#features/voices/find-voice.ts";
import { nearestMails } from "#features/voices/nearest-mails.ts";
import { readMails } from "./read-mails.ts";
import { safeTextOf } from "./untrusted.ts";

const inThread = threaded<typeof import("#engine/voice/style-examples.ts")>(
  new URL("../../engine/voice/style-examples.ts", import.meta.url),
);

/** `readers` are names or addresses as typed, or a From header; `about` is the request, or the mail that is answered. */
type Asked = { readers: string; about: string };
export type UsedVoice = { voice: WritersVoice; language: string; examples: string[] };

/** Undefined if the user has no voice. Begins to read at once; a failure must not cost the user the draft. */
export async function findWritersVoice(
  scope: Scope,
  facts: Promise<TaskFacts>,
  { readers, about }: Asked,
): Promise<UsedVoice | undefined> {
  try {
    const addresses = addressesIn(readers);
    const found = await findVoice(scope, addresses);
    if (!found) return undefined;
    const language = languageOf(about);
    const { provider } = modelSettingsIn(await facts, scope, "writing");
    // The built-in engine composes by rules, and imitates nothing.
    const examples = provider === "builtin" ? [] : await examplesOf(scope, addresses, about, language);
    return { voice: found, language, examples };
  } catch (error) {
    if (scope.signal.aborted) throw error;
    scope.log.warn({ err: error }, "a draft was written without the user's voice");
    return undefined;
  }
}

/** How the user words things, without greeting, closing and length: for a text that exists. */
export async function findWording(scope: Scope): Promise<WritersVoice | undefined> {
  try {
    const found = await findVoice(scope, []);
    if (!found) return undefined;
    return { ...found, traits: { ...found.traits, frames: [], signsAs: undefined, words: undefined } };
  } catch (error) {
    if (scope.signal.aborted) throw error;
    scope.log.warn({ err: error }, "a text was rewritten without the user's voice");
    return undefined;
  }
}

async function examplesOf(scope: Scope, addresses: string[], about: string, language: string): Promise<string[]> {
  const bodies = await nearestMails(scope, addresses, about);
  if (bodies.length === 0) return [];
  // Own mail may contain what somebody else wrote, and its orders.
  const safe = (await readMails(scope, bodies)).map(safeTextOf);
  return inThread("styleExamples", [safe, scope.user.name, language], { owner: ownerOf(scope) });
}

/** The voice beside a saved signature, which has the name. One that begins with a closing phrase must not get a second one. */
export function besideSignature(used: UsedVoice | undefined, signature: string | null): UsedVoice | undefined {
  if (!used || signature === null) return used;
  const { traits, kind } = used.voice;
  const first = signature.split("\n").find((line) => line.trim()) ?? "";
  const frames = isClosingLine(first) ? traits.frames.map((frame) => ({ ...frame, signOff: "" })) : traits.frames;
  return { ...used, voice: { kind, traits: { ...traits, frames, signsAs: undefined } } };
}

const address = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{1,253}/gu;
const addressesIn = (text: string) => Array.from(text.slice(0, 10_000).matchAll(address), ([found]) => found);
