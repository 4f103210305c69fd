import type { KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { extractableEndings } from "@intellibox/contract/rules/extractable";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, CircleQuestionMark, FileText, FileUp, Lightbulb, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { useRowKeys } from "#lib/hooks/use-row-keys.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useSearchParams } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { knowledgeQuery, useDeleteKnowledge, useLiveKnowledge, useUploadKnowledge } from "#api/knowledge.ts";
import { Empty, Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Page } from "#components/ui/page.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { DropZone } from "#components/writing/attachments.tsx";
import { EntryDialog } from "./entry-dialogs.tsx";
import { EntryForm } from "./entry-form.tsx";
import { EntryRow } from "./entry-row.tsx";
import { FoundPieces } from "./found-pieces.tsx";
import { MeaningLine } from "./meaning-line.tsx";

type Owner = "all" | "mine" | "company";
const owners: { value: Owner; label: string }[] = [
  { value: "all", label: t("All") },
  { value: "mine", label: t("Mine") },
  { value: "company", label: t("Company") },
];

type NewKind = "fact" | "qa" | "page";

/** The knowledge page: the user's own entries and the company's. In Settings it shows only the company's. */
export function KnowledgeTab({ isCompany = false }: { isCompany?: boolean }) {
  const { data, error, refetch } = useQuery(knowledgeQuery);
  useLiveKnowledge();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), 250);
  const [owner, setOwner] = useState<Owner>(isCompany ? "company" : "all");
  const [adding, setAdding] = useState<NewKind>();
  const [editing, setEditing] = useState<string>();
  const remove = useDelete();
  const addFiles = useAddFiles(isCompany);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const opened = params.get("entry");
  const open = (entry: string, piece?: string) => setParams({ tab: "knowledge", entry, ...(piece && { piece }) });
  const close = () => setParams({ tab: "knowledge" }, { replace: true });
  const shown = (data?.items ?? []).filter(({ isShared }) => owner === "all" || isShared === (owner === "company"));
  const isShared = owner === "all" ? undefined : owner === "company";
  const add = <AddMenu onAdd={setAdding} onFiles={addFiles} />;
  return (
    <DropZone className="relative flex min-h-0 flex-1 flex-col" label={t("Drop to add")} onFiles={addFiles}>
      <Page
        heading={t("Knowledge")}
        description={t("What drafts and replies may use. Each mail names what it used.")}
        actions={add}
      >
        <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 md:px-5">
          <input
            type="search"
            aria-label={t("Search knowledge")}
            placeholder={t("Search knowledge")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className={`h-input sm:max-w-72 ${inputClass}`}
          />
          {!isCompany && <Segmented label={t("Whose knowledge")} choices={owners} value={owner} onChange={setOwner} />}
        </div>
        {data?.meaning && <MeaningLine {...data.meaning} />}
        <div className="min-h-0 flex-1 overflow-y-auto">
          {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
          {!data && !error && <PageSkeleton />}
          {data && q && <FoundPieces q={q} isShared={isShared} onOpen={open} />}
          {data && !q && shown.length === 0 && (
            <Empty icon={<BookOpen className="size-7" strokeWidth={1.5} />}>
              {t("Nothing is known yet. Add a fact, an answer, a page or a file, or drop files here.")}
            </Empty>
          )}
          {data && !q && shown.length > 0 && (
            <ul ref={list} aria-label={t("Knowledge")} className="divide-y divide-line">
              {shown.map((item) => (
                <EntryRow
                  key={item.id}
                  item={item}
                  onOpen={() => open(item.id)}
                  onEdit={() => setEditing(item.id)}
                  onRemove={() => remove(item)}
                />
              ))}
            </ul>
          )}
        </div>
      </Page>
      {adding && <EntryForm kind={adding} isShared={owner === "company"} onClose={() => setAdding(undefined)} />}
      {editing && <EntryDialog key={editing} id={editing} isEdit onClose={() => setEditing(undefined)} />}
      {opened && !editing && (
        <EntryDialog
          key={`view ${opened}`}
          id={opened}
          piece={params.get("piece") ?? undefined}
          isEdit={false}
          onClose={close}
        />
      )}
    </DropZone>
  );
}

function AddMenu({ onAdd, onFiles }: { onAdd: (kind: NewKind) => void; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        trigger={
          <Button variant="primary" icon={<Plus className="size-4" aria-hidden="true" />}>
            {t("Add")}
          </Button>
        }
        label={t("Add knowledge")}
        groups={[
          [
            { label: t("Fact"), Icon: Lightbulb, run: () => onAdd("fact") },
            { label: t("Question and answer"), Icon: CircleQuestionMark, run: () => onAdd("qa") },
            { label: t("Page"), Icon: FileText, run: () => onAdd("page") },
          ],
          [{ label: t("Files…"), Icon: FileUp, run: () => input.current?.click() }],
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={extractableEndings.join(",")}
        aria-label={t("Files to add")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Without this, choosing a removed file again would fire no change event.
          target.value = "";
        }}
      />
    </>
  );
}

/** One after the other. A file that is refused does not keep the others out. */
function useAddFiles(isShared: boolean) {
  const { mutateAsync } = useUploadKnowledge();
  return async (files: File[]) => {
    let added = 0;
    for (const file of files)
      await mutateAsync({ file, isShared }).then(
        () => {
          added += 1;
        },
        // The mutation shows its own failure.
        () => undefined,
      );
    if (added > 0)
      toast.success(
        t("{count, plural, one {# file is being read} other {# files are being read}}", { count: added }),
        screenToast,
      );
  };
}

/** Deletes at once, and offers to undo it. */
function useDelete() {
  const { mutate } = useDeleteKnowledge();
  return (item: KnowledgeSource) =>
    mutate(item, {
      onSuccess: ({ undo }) =>
        announceUndoable({
          words: t("“{name}” was deleted", { name: item.title }),
          undo: async () => {
            await undo();
            toast.success(t("The entry is back"), screenToast);
          },
          lastsMs: 10_000,
        }),
    });
}
