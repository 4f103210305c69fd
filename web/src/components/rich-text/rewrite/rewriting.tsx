import type { RewriteKind } from "@intellibox/contract/rules/rewriting";
import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import {
  AlignJustify,
  Briefcase,
  Languages,
  type LucideIcon,
  Minimize2,
  PenLine,
  Smile,
  SpellCheck,
} from "lucide-react";
import { type ReactElement, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import type { RewriteText } from "#lib/rewrite-call.ts";
import { Menu } from "../../ui/menu.tsx";
import { RewriteStrip } from "./rewrite-strip.tsx";
import { useRewrite } from "./use-rewrite.ts";

export type RewriteToolProps = {
  editor: Editor;
  rewrite: RewriteText;
  /** The element in which the rewrite is shown. */
  strip: HTMLElement | null;
};

/** A rewrite that the page asked for, without the menu. `at` counts them. */
export type AskedRewrite = { kind: RewriteKind; at: number };

const kindNames: Record<RewriteKind, string> = {
  shorter: t("Shorter"),
  longer: t("Longer"),
  friendlier: t("Friendlier"),
  formal: t("More formal"),
  grammar: t("Fix grammar"),
  translate: t("Translate to…"),
  own: t("In my own words…"),
};

const icons: Record<RewriteKind, LucideIcon> = {
  ...{ shorter: Minimize2, longer: AlignJustify, friendlier: Smile, formal: Briefcase },
  ...{ grammar: SpellCheck, translate: Languages, own: PenLine },
};
const groups: RewriteKind[][] = [
  ["shorter", "longer", "friendlier", "formal", "grammar"],
  ["translate", "own"],
];

/** The menu of the button, and the strip with what is being rewritten. */
export function Rewriting({
  editor,
  rewrite,
  strip,
  wanted,
  asked,
  button,
}: RewriteToolProps & { wanted: number; asked: AskedRewrite | undefined; button: ReactElement }) {
  const [isOpen, setIsOpen] = useState(false);
  const [asking, setAsking] = useState<"translate" | "own" | null>(null);
  const rewriting = useRewrite(editor, rewrite);
  // The button was pressed before the menu was loaded, or its key now.
  useEffect(() => setIsOpen(wanted > 0), [wanted]);

  const choose = (kind: RewriteKind) => {
    // Without the focus of the text: the question takes it.
    rewriting.end();
    const isAsked = kind === "translate" || kind === "own";
    setAsking(isAsked ? kind : null);
    if (!isAsked) rewriting.begin({ kind });
  };
  const begin = useEffectEvent(choose);
  useEffect(() => {
    if (asked) begin(asked.kind);
  }, [asked]);
  const isShown = asking !== null || rewriting.state !== null;
  return (
    <>
      <Menu
        trigger={button}
        label={t("Rewrite")}
        groups={groups.map((kinds) =>
          kinds.map((kind) => ({ label: kindNames[kind], Icon: icons[kind], run: () => choose(kind) })),
        )}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
      {strip &&
        isShown &&
        createPortal(
          <RewriteStrip
            {...{ rewriting, asking }}
            onAsked={(wish) => {
              setAsking(null);
              rewriting.begin(wish);
            }}
            onClose={() => {
              setAsking(null);
              rewriting.close();
            }}
          />,
          strip,
        )}
    </>
  );
}
