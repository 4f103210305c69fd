import { t } from "@intellibox/contract/text/t";
import { type Editor, useEditorState } from "@tiptap/react";
import { Bold, Italic, Link2, List, ListOrdered, Quote, RemoveFormatting, Underline } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { Tooltip } from "../ui/tooltip.tsx";

const loadDialog = () => import("./link-dialog.tsx");
const LinkDialog = lazy(() => loadDialog().then((m) => ({ default: m.LinkDialog })));

type Tool = {
  label: string;
  icon: typeof Bold;
  keys?: string;
  /** The mark or node that makes the tool appear pressed; absent for one-time actions. */
  shows?: string;
  run: (editor: Editor) => void;
};

const groups: Tool[][] = [
  [
    { label: t("Bold"), icon: Bold, keys: "mod+b", shows: "bold", run: (editor) => editor.chain().focus().toggleBold().run() },
    { label: t("Italic"), icon: Italic, keys: "mod+i", shows: "italic", run: (editor) => editor.chain().focus().toggleItalic().run() },
    { label: t("Underline"), icon: Underline, keys: "mod+u", shows: "underline", run: (editor) => editor.chain().focus().toggleUnderline().run() },
  ],
  [
    { label: t("Bullet list"), icon: List, keys: "mod+shift+8", shows: "bulletList", run: (editor) => editor.chain().focus().toggleBulletList().run() },
    { label: t("Numbered list"), icon: ListOrdered, keys: "mod+shift+7", shows: "orderedList", run: (editor) => editor.chain().focus().toggleOrderedList().run() },
    { label: t("Quote"), icon: Quote, keys: "mod+shift+b", shows: "blockquote", run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  ],
]; // biome-ignore format: one tool a line reads as the table it is

/** Exactly the tools of the specification. */
export function RichTextToolbar({ editor, label, end }: { editor: Editor; label: string; end?: ReactNode }) {
  const [isLinking, setIsLinking] = useState(false);
  usePreload(loadDialog);
  /** The Tab stop of the toolbar: the tool that was focused last. */
  const [stop, setStop] = useState(t("Bold"));
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries(
        [...groups.flat().map(({ shows = "" }) => shows), "link"].map((name) => [name, now.isActive(name)]),
      ),
  });
  const clear = () => editor.chain().focus().unsetAllMarks().clearNodes().run();

  const button = (tool: Omit<ToolButtonProps, "isStop" | "onStop">) => (
    <ToolButton key={tool.label} {...tool} isStop={stop === tool.label} onStop={() => setStop(tool.label)} />
  );

  return (
    <div
      role="toolbar"
      aria-label={t("{label}: formatting", { label })}
      onKeyDown={moveWithin}
      className="@container flex h-11 shrink-0 items-center gap-0.5 overflow-x-auto border-b border-line px-2.5 [scrollbar-width:none] md:px-4 pointer-coarse:h-13"
    >
      {groups.map((tools) => (
        <Group key={tools[0]?.label}>
          {tools.map(({ run, shows = "", ...tool }) =>
            button({ ...tool, isOn: active[shows], onPress: () => run(editor) }),
          )}
        </Group>
      ))}
      {button({ label: t("Link"), icon: Link2, isOn: active.link, onPress: () => setIsLinking(true) })}
      {button({ label: t("Clear formatting"), icon: RemoveFormatting, onPress: clear })}
      {/* If there is no room for all, the formatting scrolls below the assistant's buttons. */}
      {end && (
        <div className="ms-auto flex items-center gap-1 ps-2 @max-md:sticky @max-md:end-0 @max-md:bg-surface">
          {end}
        </div>
      )}
      {isLinking && (
        <Suspense fallback={null}>
          <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
    </div>
  );
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Moves the focus by arrow keys, Home and End: a toolbar is one Tab stop. */
function moveWithin(event: KeyboardEvent<HTMLElement>) {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
  const at = tools.indexOf(event.target as HTMLElement);
  const step = steps[event.key];
  if (at < 0 || !step) return;
  event.preventDefault();
  tools[step(at, tools.length)]?.focus();
}

const Group = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span aria-hidden="true" className="mx-1.5 h-4 w-px shrink-0 bg-line-strong" />
  </>
);

type ToolButtonProps = Pick<Tool, "label" | "icon" | "keys"> & {
  isOn?: boolean | undefined;
  isStop: boolean;
  onStop: () => void;
  onPress: () => void;
};

function ToolButton({ label, icon: Icon, keys, isOn, isStop, onStop, onPress }: ToolButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        data-tool
        tabIndex={isStop ? 0 : -1}
        aria-label={label}
        aria-pressed={isOn}
        onFocus={onStop}
        onClick={onPress}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        className={classNames(
          "flex size-8 min-w-8 items-center justify-center rounded-item focus-visible:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:w-10",
          isOn ? "bg-selected text-accent-text" : "text-text-2 hover:bg-hover hover:text-text",
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
