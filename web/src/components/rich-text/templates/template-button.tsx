import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import { LayoutTemplate } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { resumeSearch, type TemplateSearch, templateKey, templateTrigger } from "./template-trigger.ts";
import type { ListKeys } from "./templating.tsx";

const load = () => import("./templating.tsx");
const Templating = lazy(() => load().then((m) => ({ default: m.Templating })));

/** The button that lists the templates, and the ";" that finds one while writing. Lists and dialogs load when they are needed. */
export function TemplateButton({ editor, templates }: { editor: Editor; templates: TemplateTool }) {
  const [search, setSearch] = useState<TemplateSearch | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  /** Lists and dialogs stay mounted once they were needed, because a template may still be loading. */
  const [isWanted, setIsWanted] = useState(false);
  const list = useRef<ListKeys>({ press: () => false, attributes: () => ({}) });
  const { wanted } = templates;
  if (wanted && !isWanted) setIsWanted(true);
  usePreload(load);
  useEffect(() => {
    if (editor.isDestroyed) return;
    const trigger = templateTrigger({
      onSearch: (now) => {
        setSearch(now);
        if (now) setIsWanted(true);
      },
      onKey: (event) => list.current.press(event),
      attributes: () => list.current.attributes(),
    });
    // Before the others: Enter, Tab and the arrows belong to the list while it is open.
    editor.registerPlugin(trigger, (added, others) => [added, ...others]);
    resumeSearch(editor.view);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(templateKey);
    };
  }, [editor]);
  const pick = () => {
    setIsWanted(true);
    setIsPicking(true);
  };
  return (
    <>
      <Tooltip text={t("Templates")} keys=";">
        <IconButton
          label={t("Templates")}
          size="icon-sm"
          icon={<LayoutTemplate className="size-4" aria-hidden="true" />}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={pick}
        />
      </Tooltip>
      {isWanted && (
        <Suspense fallback={null}>
          <Templating
            {...{ editor, templates, search, isPicking }}
            listKeys={list}
            onPicked={() => setIsPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
