import { t } from "@intellibox/contract/text/t";
import { lazy, Suspense, useState } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { AiIcon } from "../../ui/ai-icon.tsx";
import { Button } from "../../ui/button.tsx";
import type { AskedRewrite, RewriteToolProps } from "./rewriting.tsx";
import { useRewriteKey } from "./use-rewrite-key.tsx";

const load = () => import("./rewriting.tsx");
const Rewriting = lazy(() => load().then((m) => ({ default: m.Rewriting })));

/** The button that rewrites the selected text. Its menu and the diff load when they are needed. */
export function RewriteTool({ asked, ...props }: RewriteToolProps & { asked?: AskedRewrite | undefined }) {
  /** How often the menu was asked for; 0 before the first time. */
  const [wanted, setWanted] = useState(0);
  usePreload(load);
  const open = () => setWanted((count) => count + 1);
  useRewriteKey(open);
  const button = (
    <Button
      variant="ghost"
      size="sm"
      className="relative"
      icon={<AiIcon className="size-3.5 text-ai" />}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {/* A phone has room for its icon only. */}
      <span className="@max-md:sr-only">{t("Rewrite")}</span>
    </Button>
  );
  const first = <span onClickCapture={open}>{button}</span>;
  if (wanted === 0 && !asked) return first;
  return (
    <Suspense fallback={first}>
      <Rewriting {...props} {...{ wanted, asked, button }} />
    </Suspense>
  );
}
