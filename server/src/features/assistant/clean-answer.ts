// What a model wrote is text, and only text: no markup, no image, no address that was not in the mail or typed by the user.
import { visibleCharacters, visibleTextOf } from "@intellibox/contract/html/visible";

const address = /\b(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"')\]}]+/giu;

/** The addresses in what the user or the mail said: they may be repeated. Looked for once, when they are first asked for. */
export type KnownLinks = () => ReadonlySet<string>;

export function linksIn(text: string): KnownLinks {
  let found: ReadonlySet<string> | undefined;
  return () => {
    found ??= new Set([...text.matchAll(address)].map(([link]) => plain(link)));
    return found;
  };
}

export function cleanAnswer(written: string, known: KnownLinks): string {
  const isKnown = (found: string) => known().has(plain(found));
  const flat = withoutMarkup(written)
    .replaceAll(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, "")
    .replaceAll(/\[([^\]]{1,300})\]\(\s*([^)\s]{1,2000})[^)]{0,300}\)/g, (_, label: string, target: string) =>
      isKnown(target) && !label.includes(target) ? `${label} (${target})` : label,
    )
    .replaceAll(/\b(?:javascript|data|vbscript|file):[^\s<>"']+/giu, "")
    .replaceAll(address, (found) => (isKnown(found) ? found : "[link removed]"));
  return visibleCharacters(flat)
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?<=\S) {2,}(?=\S)/g, " ")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** One line of a list or a field: the marks that models put around such lines are taken off. */
export const cleanLine = (written: string, known: KnownLinks, max = 500) =>
  cleanAnswer(written, known)
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, "")
    .replaceAll("**", "")
    .slice(0, max)
    .trim();

const plain = (found: string) =>
  found
    .toLowerCase()
    .replace(/[.,;:!?]+$/, "")
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");

/** Tags are taken for markup only where they are: "a < b" is arithmetic. */
const withoutMarkup = (text: string) => (/<\/?[a-z!][^>]{0,500}>/i.test(text) ? visibleTextOf(text).visible : text);
