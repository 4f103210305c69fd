import { imapForm, pop3Form, smtpForm } from "@intellibox/contract/endpoints/mail-servers";
import { type MailProtocol, mailServerDefaults } from "@intellibox/contract/rules/choices";
import { useState } from "react";
import { useSignedIn } from "#lib/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useForm } from "#lib/use-form.ts";
import { type MailServer, useSaveMailServer, useTestMailServer } from "#api/mail-servers.ts";
import { Alert } from "#components/alert.tsx";
import { Button } from "#components/button.tsx";
import { Checkbox } from "#components/checkbox.tsx";
import { NumberField, PasswordField, TextareaField, TextField } from "#components/field.tsx";

const schemas = { smtp: smtpForm, imap: imapForm, pop3: pop3Form };
const examples = { smtp: "smtp.example.com", imap: "imap.example.com", pop3: "pop.example.com" };

type FormProps = { protocol: MailProtocol; tenantId: string | undefined; saved: MailServer | null };

/** Settings of one server, its test, and what the test found. */
export function MailServerForm({ protocol, tenantId, saved }: FormProps) {
  const isSmtp = protocol === "smtp";
  const save = useSaveMailServer(protocol, tenantId);
  const form = useForm(schemas[protocol] as typeof smtpForm, {
    start: startOf(protocol, saved),
    submit: async (value) => {
      await save.mutateAsync({ form: value, exists: saved !== null });
      form.form.resetField("password", { defaultValue: "" });
      toast.success(`${protocol.toUpperCase()} settings saved`, screenToast);
    },
  });

  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5 pt-5" noValidate>
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <TextField
          label="Host"
          placeholder={examples[protocol]}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("host")}
        />
        <NumberField label="Port" min={1} max={65_535} {...form.number("port")} />
      </div>
      <Checkbox
        label="Secure (TLS/SSL)"
        hint="When off, STARTTLS is used if the server offers it."
        {...form.form.register("secure")}
      />
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("username")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        placeholder={saved?.hasPassword ? "Leave blank to keep the current one" : ""}
        {...form.field("password")}
      />
      {isSmtp && (
        <TextField
          label="From Name"
          hint="Shown to recipients beside the sender's address."
          {...form.field("fromName")}
        />
      )}
      <ServerTest protocol={protocol} isSaved={saved !== null} isDirty={form.isDirty}>
        <Button onClick={() => location.reload()}>Reset</Button>
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel="Saving…">
          Save Settings
        </Button>
      </ServerTest>
    </form>
  );
}

type TestProps = { protocol: MailProtocol; isSaved: boolean; isDirty: boolean; children: React.ReactNode };

/** The test uses what is saved: it says so rather than testing something else than what one sees. */
function ServerTest({ protocol, isSaved, isDirty, children }: TestProps) {
  const { user } = useSignedIn();
  const test = useTestMailServer(protocol);
  const [to, setTo] = useState(user.email);
  const [message, setMessage] = useState("This is a test email from Intellibox.");
  const isSmtp = protocol === "smtp";
  const run = () => test.mutate({ to, message });

  return (
    <>
      {isSmtp && (
        <div className="flex flex-col gap-5 border-t border-line pt-5">
          <TextField label="Test email to" type="email" value={to} onChange={(event) => setTo(event.target.value)} />
          <TextareaField
            label="Email message"
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
      )}
      {test.isSuccess && <Alert kind="ok">{test.data.message}</Alert>}
      {test.isError && <Alert kind="bad">{test.error.message}</Alert>}
      {isSaved && isDirty && (
        <p className="text-xs text-text-3">The test uses the saved settings. Save first to test your changes.</p>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        {children}
        <Button
          className="order-first mr-auto"
          busy={test.isPending}
          busyLabel="Testing…"
          disabled={!isSaved}
          title={isSaved ? undefined : "Save the settings first"}
          onClick={run}
        >
          Test {protocol.toUpperCase()}
        </Button>
      </div>
    </>
  );
}

function startOf(protocol: MailProtocol, saved: MailServer | null) {
  const login = saved ?? { host: "", username: "", ...mailServerDefaults[protocol], fromName: "" };
  const { host, port, secure, username } = login;
  const common = { host, port, secure, username, password: "" };
  // Only SMTP has a name to send under; the other forms refuse a field they do not know.
  return (protocol === "smtp" ? { ...common, fromName: login.fromName ?? "" } : common) as typeof common & {
    fromName: string;
  };
}
