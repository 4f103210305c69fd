import type { ResponseOf } from "@intellibox/contract/endpoint";
import { connectDefaults, connectImapForm, type mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { screenToast, toast } from "#lib/toast.ts";
import { useForm } from "#lib/use-form.ts";
import { useConnectMailbox } from "#api/inbox.ts";
import { TextField } from "#components/field.tsx";
import { type LoginForm, MailboxForm } from "./mailbox-form.tsx";

type ImapFormProps = { saved: ResponseOf<typeof mailboxes.config>["imap"] | undefined };

export function ImapForm({ saved }: ImapFormProps) {
  const connect = useConnectMailbox();
  const { port, secure, folder } = saved?.host ? saved : connectDefaults.imap;
  const start = {
    host: saved?.host ?? "",
    port,
    secure,
    username: saved?.username ?? "",
    password: "",
    allowPlain: saved?.allowPlain ?? false,
    trustedFingerprint: saved?.trustedFingerprint ?? "",
    folder,
  };
  const form = useForm(connectImapForm, {
    start,
    fallback: "Could not connect",
    submit: async (value) => {
      const { email } = await connect.mutateAsync({ protocol: "imap", form: value });
      form.form.resetField("password", { defaultValue: "" });
      toast.success(`${email} is connected`, screenToast);
    },
  });
  return (
    <MailboxForm protocol="imap" form={form as unknown as LoginForm} passwordSaved={saved?.passwordSaved ?? false}>
      <TextField label="Folder" autoCapitalize="none" spellCheck={false} {...form.field("folder")} />
    </MailboxForm>
  );
}
