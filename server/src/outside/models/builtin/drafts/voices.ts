import type { Tone } from "#outside/models/builtin/types.ts";

export const detailsLead: Record<Tone, string> = {
  professional: "The details are as follows:",
  friendly: "Here are the details:",
  concise: "Details:",
  enthusiastic: "Here's everything you need to know:",
  empathetic: "To make it easy for you, here are the details:",
};

export const noteLead: Record<Tone, string> = {
  professional: "Please note:",
  friendly: "Just so you know:",
  concise: "Note:",
  enthusiastic: "Good to know:",
  empathetic: "For your information:",
};

/** A question or request in the user's words, asked the way the tone asks. */
export function voiced(ask: string, tone: Tone): string {
  const polite = /^Could you please (.+)\?$/s.exec(ask)?.[1];
  if (!polite) return ask;
  if (tone === "concise") return `Please ${polite}.`;
  if (tone === "friendly") return `Could you ${polite}?`;
  if (tone === "enthusiastic") return `It would be wonderful if you could ${polite}!`;
  if (tone === "empathetic") return `When you have a moment, could you please ${polite}?`;
  return ask;
}

/** `purpose` begins with "to": "to review the budget". */
export function meetingFor(purpose: string, tone: Tone): string {
  const sentences: Record<Tone, string> = {
    professional: `I would like to arrange a meeting ${purpose}.`,
    friendly: `Could we find some time ${purpose}?`,
    concise: `Can we meet ${purpose}?`,
    enthusiastic: `I'd love to get together ${purpose}!`,
    empathetic: `I know how full calendars can be, and I would be grateful for some of your time ${purpose}.`,
  };
  return sentences[tone];
}
