import { t } from "@intellibox/contract/text/t";
import { useMemo } from "react";
import { foldText } from "./fold-text.ts";
import { linkify } from "./linkify.ts";

/** Rendering more would be slow. The whole text is in the download of the source. */
const maxShown = 200_000;

/** The text of a mail without HTML, with its addresses as links and the quoted original folded. */
export function PlainText({ text }: { text: string }) {
  const { own, quoted } = useMemo(() => foldText(text.slice(0, maxShown)), [text]);
  return (
    <div
      dir="auto"
      className="max-w-[72ch] [unicode-bidi:plaintext] text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text"
    >
      <Linked text={own} />
      {quoted && (
        <details className="mt-4">
          <summary className="inline-flex h-6 list-none items-center rounded-full bg-active px-2.5 text-xs text-text-2 hover:text-text pointer-coarse:h-11">
            {t("Show quoted text")}
          </summary>
          <div className="mt-3 border-s-2 border-line-strong ps-3 text-text-2">
            <Linked text={quoted} />
          </div>
        </details>
      )}
    </div>
  );
}

function Linked({ text }: { text: string }) {
  const pieces = useMemo(() => linkify(text), [text]);
  return pieces.map(({ text: words, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their order
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent-text underline underline-offset-2"
      >
        {words}
      </a>
    ) : (
      words
    ),
  );
}
