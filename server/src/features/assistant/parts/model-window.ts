// How much text a model can take at once.
import { type AiProvider, aiProviderRules } from "@intellibox/contract/rules/ai-providers";

/** In tokens, by the beginning of the model's name. Below the stated window if a provider serves several sizes. */
const windows: [RegExp, number][] = [
  [/^gemini-/, 1_000_000],
  [/^gpt-3\.5/, 16_000],
  [/^(?:gpt-4\.1|gpt-[5-9])/, 400_000],
  [/^(?:gpt-4o|gpt-4-turbo|chatgpt|o[1-9]\b)/, 128_000],
  [/^gpt-4/, 8_000],
  [/^gpt-oss/, 128_000],
  [/^claude-/, 200_000],
  [/^(?:mistral-(?:large|medium)|magistral|ministral|codestral|devstral)/, 128_000],
  [/^mistral-/, 32_000],
  [/^(?:llama-?3\.[1-9]|llama-?4|qwen-?[2-9]|deepseek|kimi|grok|command)/, 64_000],
];

/** A model whose window is not known, or that a server on an own computer holds: such servers are often set up with a small one. */
const smallWindow = 8_000;

export function windowOf({ provider, model }: { provider: AiProvider; model: string }): number {
  if (provider === "compatible" || aiProviderRules[provider].isLocal) return smallWindow;
  const name = model.toLowerCase().split("/").at(-1) ?? "";
  return windows.find(([start]) => start.test(name))?.[1] ?? smallWindow;
}

/** The tokens of a window that are left for mail and files, beside the rules, the request and the answer. */
export const roomIn = (window: number) =>
  Math.floor(window - Math.min(4_096, window / 4) - Math.min(3_000, window / 5));

/** A high estimate of a character's tokens: 3.5 ASCII characters make one, in other scripts each character is one. */
export const tokensOfUnit = (code: number) => (code < 128 ? 1 / 3.5 : 1);

/** One pass without copies, because texts are long and this runs on the event loop. */
export function tokensOf(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 128) others++;
  return Math.ceil((text.length - others) / 3.5 + others);
}
