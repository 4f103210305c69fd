import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { LayoutTemplate, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useRowKeys } from "#lib/hooks/use-row-keys.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { matchingTemplates } from "#lib/matching-templates.ts";
import { useSearchParams } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { templatesQuery, useDeleteTemplate } from "#api/templates.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { Page } from "#components/ui/page.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { FromMessage } from "./from-message.tsx";
import { TemplateDialogs } from "./template-dialogs.tsx";
import { TemplateRow } from "./template-row.tsx";
import type { OpenedForm } from "./template-words.ts";

type Owner = "all" | "mine" | "company";
const owners: { value: Owner; label: string }[] = [
  { value: "all", label: t("All") },
  { value: "mine", label: t("Mine") },
  { value: "company", label: t("Company") },
];

/** The user's templates and those of the company. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(templatesQuery);
  const [typed, setTyped] = useState("");
  const [owner, setOwner] = useState<Owner>("all");
  const [opened, setOpened] = useState<OpenedForm | null>(null);
  const [params, setParams] = useSearchParams();
  const messageId = params.get("message");
  const remove = useDelete();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const add = () => setOpened({ kind: "new", isShared: owner === "company" });
  const newButton = (
    <Button variant="primary" icon={<Plus className="size-4" aria-hidden="true" />} onClick={add}>
      {t("New template")}
    </Button>
  );
  const ofOwner = (data ?? []).filter(({ isShared }) => owner === "all" || isShared === (owner === "company"));
  const shown = typed.trim() ? matchingTemplates(ofOwner, typed, ofOwner.length) : ofOwner;
  return (
    <Page
      heading={t("Templates")}
      description={t("Texts that you use again. Type ; in a mail to insert one.")}
      actions={newButton}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 md:px-5">
        <input
          type="search"
          aria-label={t("Search templates")}
          placeholder={t("Search templates")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`h-input sm:max-w-72 ${inputClass}`}
        />
        <Segmented label={t("Whose templates")} choices={owners} value={owner} onChange={setOwner} />
      </div>
      <p role="status" className="sr-only">
        {data && t("{count, plural, one {# template} other {# templates}}", { count: shown.length })}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {!data && error && (
          <Failed message={messageOf(error, t("The templates could not be loaded."))} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Loading />}
        {data && shown.length === 0 && <None isSearch={data.length > 0} action={newButton} />}
        {shown.length > 0 && (
          <ul ref={list} aria-label={t("Templates")} className="divide-y divide-line">
            {shown.map((item) => (
              <TemplateRow key={item.id} item={item} onOpen={setOpened} onRemove={() => remove(item)} />
            ))}
          </ul>
        )}
      </div>
      <TemplateDialogs opened={opened} onOpen={setOpened} />
      {messageId && <FromMessage key={messageId} id={messageId} onClose={() => setParams({}, { replace: true })} />}
    </Page>
  );
}

const Loading = () => (
  <div role="status" className="flex flex-col gap-4 p-4 md:p-5">
    <span className="sr-only">{t("Loading…")}</span>
    {["a", "b", "c"].map((key) => (
      <Skeleton key={key} className="h-12 w-full" />
    ))}
  </div>
);

const None = ({ isSearch, action }: { isSearch: boolean; action: React.ReactNode }) => (
  <Empty icon={<LayoutTemplate className="size-7" strokeWidth={1.5} />} action={isSearch ? undefined : action}>
    {isSearch
      ? t("No template is found.")
      : t("There are no templates yet. Write a text once, and insert it into every mail.")}
  </Empty>
);

/** Deletes at once, and offers to undo it. */
function useDelete() {
  const { mutate } = useDeleteTemplate();
  return (item: TemplateItem) =>
    mutate(item, {
      onSuccess: ({ undo }) =>
        announceUndoable({
          words: t("“{name}” was deleted", { name: item.name }),
          undo: async () => {
            const { name } = await undo();
            const words =
              name === item.name
                ? t("The template is back")
                : t("The template is back as “{name}”, because another one has its name now.", { name });
            toast.success(words, screenToast);
          },
          lastsMs: 10_000,
        }),
    });
}
