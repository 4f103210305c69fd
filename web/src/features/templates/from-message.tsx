import { useQuery } from "@tanstack/react-query";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { messageQuery } from "#api/inbox.ts";
import { useLoadedPeople } from "#api/known-people.ts";
import { useSaveTemplate } from "#api/templates.ts";
import { Failed } from "#components/ui/async-states.tsx";
import { SaveTemplate } from "#components/writing/save-template.tsx";

/** Saves a mail that the user has sent as a template: `/templates?message=…`. */
export function FromMessage({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery({ ...messageQuery(id), retry: false });
  const people = useLoadedPeople();
  const nameOf = (email: string) => people?.find(({ address }) => address === email.toLowerCase())?.name;
  const save = useSaveTemplate();
  if (error) return <Failed message={messageOf(error)} />;
  if (!data) return null;
  const [recipient] = data.to;
  return (
    <SaveTemplate
      start={{ subject: data.subject, html: data.bodyHtml ?? draftHtml(data.bodyText) }}
      person={recipient ? { name: nameOf(recipient.address) || recipient.name, email: recipient.address } : {}}
      onSave={(content) => save.mutateAsync({ form: { ...content, isShared: false } })}
      onClose={onClose}
    />
  );
}
