import { createHash } from "node:crypto";
import type { Scope } from "#scope.ts";
import type { ModelSettings } from "#features/ai-settings/model-settings.ts";
import type { ModelTask } from "../model.ts";
import { lengthOf } from "./answer-in-parts.ts";
import { roomIn, windowOf } from "./model-window.ts";

/** In tokens. Fits into every window, so nobody is asked and the first token comes sooner. */
const shortLength = 2_000;
/** Longer prompts cost more per token: at Anthropic from 100,000 tokens, at Google from 200,000, at OpenAI from 272,000. */
const longPrompt = 100_000;
const keptMs = 10 * 60_000;
/** A model that is loaded or set up again may have another window. */
const unknownMs = 60_000;
const maxKept = 1_000;

type KeptWindow = { window: number | undefined; until: number };
const openWindows = () => new Map<string, KeptWindow>();

/** How many tokens of mail and files a task may have: by the window that the provider states, otherwise by the model's name. */
export async function roomFor(scope: Scope, settings: ModelSettings, task: ModelTask): Promise<number> {
  const { provider } = settings;
  const assumed = roomWithin(windowOf(settings));
  if (provider === "builtin" || lengthOf(task) <= Math.min(shortLength, assumed)) return assumed;
  const kept = scope.once(openWindows);
  const now = scope.now().getTime();
  const place = placeOf(scope.tenantId, settings);
  const known = kept.get(place);
  if (known && known.until > now) return roomWithin(known.window ?? windowOf(settings));
  const window = await scope.outside.models.window({ ...settings, provider }, scope.signal);
  if (kept.size >= maxKept) kept.clear();
  kept.set(place, { window, until: now + (window === undefined ? unknownMs : keptMs) });
  return roomWithin(window ?? windowOf(settings));
}

const roomWithin = (window: number) => roomIn(Math.min(window, longPrompt));

const placeOf = (tenantId: string, { provider, model, baseUrl, region, apiKey, chosenBy }: ModelSettings) =>
  createHash("sha256")
    .update(JSON.stringify([tenantId, provider, model, baseUrl, region, apiKey, chosenBy]))
    .digest("base64");
