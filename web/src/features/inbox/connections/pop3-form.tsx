import type { ResponseOf } from "@intellibox/contract/endpoint";
import { connectDefaults, connectPop3Form, type mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { screenToast, toast } from "#lib/toast.ts";
import { useForm } from "#lib/use-form.ts";
import { useConnectMailbox } from "#api/inbox.ts";
import { Checkbox } from "#components/checkbox.tsx";
import { type LoginForm, MailboxForm } from "./mailbox-form.tsx";

type Pop3FormProps = { saved: ResponseOf<typeof mailboxes.config>["pop3"] | undefined };

export function Pop3Form({ saved }: Pop3FormProps) {
  const connect = useConnectMailbox();
  const { port, secure, leaveOnServer } = saved?.host ? saved : connectDefaults.pop3;
  const start = {
    host: saved?.host ?? "",
    port,
    secure,
    username: saved?.username ?? "",
    password: "",
    allowPlain: saved?.allowPlain ?? false,
    trustedFingerprint: saved?.trustedFingerprint ?? "",
    leaveOnServer,
  };
  const form = useForm(connectPop3Form, {
    start,
    fallback: "Could not connect",
    submit: async (value) => {
      const { email } = await connect.mutateAsync({ protocol: "pop3", form: value });
      form.form.resetField("password", { defaultValue: "" });
      toast.success(`${email} is connected`, screenToast);
    },
  });
  return (
    <MailboxForm protocol="pop3" form={form as unknown as LoginForm} passwordSaved={saved?.passwordSaved ?? false}>
      <Checkbox label="Leave messages on the server" {...form.form.register("leaveOnServer")} />
    </MailboxForm>
  );
}
