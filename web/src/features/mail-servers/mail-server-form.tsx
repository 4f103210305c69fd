import { imapForm, pop3Form, smtpForm } from "@intellibox/contract/endpoints/mail-servers";
import { type MailProtocol, mailServerDefaults } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import {
  type MailServer,
  type MailServerForm as MailServerSettings,
  useSaveMailServer,
  useTestMailServer,
} from "#api/mail-servers.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { NumberField, PasswordField, TextareaField, TextField } from "#components/ui/field.tsx";
import { AllowWithoutTls, CertificateOffer, TrustedCertificate } from "#components/ui/server-trust.tsx";

const schemas = { smtp: smtpForm, imap: imapForm, pop3: pop3Form };
const examples = { smtp: "smtp.example.com", imap: "imap.example.com", pop3: "pop.example.com" };

type FormProps = { protocol: MailProtocol; tenantId: string | undefined; saved: MailServer | null };

/** The settings of one mail server, and its test. */
export function MailServerForm({ protocol, tenantId, saved }: FormProps) {
  const isSmtp = protocol === "smtp";
  const save = useSaveMailServer(protocol, tenantId);
  const schema = schemas[protocol] as typeof smtpForm;
  const form = useForm(schema, {
    start: startOf(protocol, saved),
    submit: async (value) => {
      await save.mutateAsync({ form: value, exists: saved !== null });
      form.form.resetField("password", { defaultValue: "" });
      toast.success(t("{protocol} settings saved", { protocol: protocol.toUpperCase() }), screenToast);
    },
  });

  const { watch, setValue, register } = form.form;
  const trust = (fingerprint: string) => setValue("trustedFingerprint", fingerprint, { shouldDirty: true });
  const trusted = watch("trustedFingerprint");
  /** The form's values; undefined if they are not valid. */
  const currentSettings = async () => ((await form.form.trigger()) ? schema.parse(form.form.getValues()) : undefined);

  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5 pt-5" noValidate>
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <TextField
          label={t("Host")}
          placeholder={examples[protocol]}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("host")}
        />
        <NumberField label={t("Port")} min={1} max={65_535} {...form.number("port")} />
      </div>
      <Checkbox
        label={t("Secure (TLS/SSL)")}
        hint={t("When off, STARTTLS is used if the server offers it.")}
        {...register("secure")}
      />
      {!watch("secure") && <AllowWithoutTls {...register("allowPlain")} />}
      {trusted && <TrustedCertificate fingerprint={trusted} onForget={() => trust("")} />}
      <TextField
        label={t("Username")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("username")}
      />
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        placeholder={saved?.hasPassword ? t("Leave blank to keep the current password") : ""}
        {...form.field("password")}
      />
      {isSmtp && (
        <TextField
          label={t("From Name")}
          hint={t("Shown to recipients beside the sender's address.")}
          {...form.field("fromName")}
        />
      )}
      {form.certificate && form.certificate.fingerprint !== trusted && (
        <CertificateOffer
          certificate={form.certificate}
          onTrust={() => form.certificate && trust(form.certificate.fingerprint)}
        />
      )}
      <ServerTest protocol={protocol} readSettings={currentSettings} onRefused={form.showErrors} onTrust={trust}>
        <Button onClick={() => location.reload()}>{t("Reset")}</Button>
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel={t("Saving…")}>
          {t("Save Settings")}
        </Button>
      </ServerTest>
    </form>
  );
}

type TestProps = {
  protocol: MailProtocol;
  readSettings: () => Promise<MailServerSettings | undefined>;
  onRefused: (error: unknown) => void;
  onTrust: (fingerprint: string) => void;
  children: React.ReactNode;
};

/** Tests the form's values, saved or not. */
function ServerTest({ protocol, readSettings, onRefused, onTrust, children }: TestProps) {
  const { user } = useSignedIn();
  const test = useTestMailServer(protocol);
  const [to, setTo] = useState(user.email);
  const [message, setMessage] = useState(t("This is a test email from Intellibox."));
  const isSmtp = protocol === "smtp";
  const run = async () => {
    const settings = await readSettings();
    if (settings) test.mutate({ to, message, settings }, { onError: onRefused });
  };
  const certificate = test.error instanceof ApiError ? test.error.certificate : undefined;
  const trust = () => {
    if (!certificate) return;
    onTrust(certificate.fingerprint);
    void run();
  };

  return (
    <>
      {isSmtp && (
        <div className="flex flex-col gap-5 border-t border-line pt-5">
          <TextField
            label={t("Test email to")}
            type="email"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
          <TextareaField
            label={t("Email message")}
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
      )}
      {test.isSuccess && <Alert kind="ok">{test.data.message}</Alert>}
      {test.isError && <Alert kind="bad">{test.error.message}</Alert>}
      {certificate && <CertificateOffer certificate={certificate} onTrust={trust} />}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        {children}
        <Button
          className="order-first me-auto"
          busy={test.isPending}
          busyLabel={t("Testing…")}
          onClick={() => void run()}
        >
          {t("Test {protocol}", { protocol: protocol.toUpperCase() })}
        </Button>
      </div>
    </>
  );
}

function startOf(protocol: MailProtocol, saved: MailServer | null) {
  const unset = { host: "", username: "", allowPlain: false, trustedFingerprint: "", fromName: "" };
  const login = saved ?? { ...unset, ...mailServerDefaults[protocol] };
  const { host, port, secure, username, allowPlain, trustedFingerprint } = login;
  const common = { host, port, secure, username, password: "", allowPlain, trustedFingerprint };
  // Only SMTP has a sender name. The other schemas are strict and refuse unknown fields.
  return (protocol === "smtp" ? { ...common, fromName: login.fromName ?? "" } : common) as typeof common & {
    fromName: string;
  };
}
