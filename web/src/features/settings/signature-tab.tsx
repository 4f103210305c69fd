import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { profileQuery, useSaveProfile } from "#api/users.ts";
import { RichTextField } from "#components/rich-text/rich-text.tsx";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { useTemplateTool } from "#state/use-template-tool.ts";

/** Edits the signature, which is added to new mail and replies. */
export function SignatureTab() {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <Page width="form" heading={t("Email Signature")} description={t("Added to new emails and replies.")}>
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && <SignatureForm saved={data.signatureHtml} />}
    </Page>
  );
}

function SignatureForm({ saved }: { saved: string }) {
  const save = useSaveProfile();
  const templates = useTemplateTool({});
  const [html, setHtml] = useState(saved);
  // The editor reports its text up to 150 ms after a key press. Save makes it report at once.
  const editor = useRef<RichTextHandle>(null);
  const latest = useRef(saved);
  const put = (next: string) => {
    latest.current = next;
    setHtml(next);
  };
  /** The saved signature as the editor normalizes it. */
  const [unedited, setUnedited] = useState(saved);
  const submit = () => {
    editor.current?.flush();
    save.mutate(
      { signatureHtml: latest.current },
      {
        // The server sanitizes the HTML, so its response is what will be sent.
        onSuccess: ({ signatureHtml }) => {
          put(signatureHtml);
          setUnedited(signatureHtml);
          toast.success(t("Signature saved"), screenToast);
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-5">
      {save.isError && <Alert kind="bad">{save.error.message}</Alert>}
      <RichTextField
        label={t("Signature")}
        value={html}
        onChange={(changed, cause) => {
          put(changed);
          if (cause === "cleaning") setUnedited(changed);
        }}
        handleRef={editor}
        templates={templates}
        placeholder={t("Kind regards,")}
      />
      <div className="flex justify-end gap-2">
        <Button disabled={html === unedited} onClick={() => put(saved)}>
          {t("Reset")}
        </Button>
        <Button variant="primary" busy={save.isPending} busyLabel={t("Saving…")} onClick={submit}>
          {t("Save")}
        </Button>
      </div>
    </div>
  );
}
