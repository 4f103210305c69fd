import type { ResponseOf } from "@intellibox/contract/endpoint";
import {
  connectDefaults,
  connectImapForm,
  connectPop3Form,
  type mailboxes,
} from "@intellibox/contract/endpoints/mailboxes";
import { mailboxAddress } from "@intellibox/contract/rules/mailbox-address";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import type { z } from "zod";
import { useForm } from "#lib/hooks/use-form.ts";
import { rich } from "#lib/rich.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { type Connect, useConnectMailbox } from "#api/inbox.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { NumberField, PasswordField, TextField } from "#components/ui/field.tsx";
import { AllowWithoutTls, CertificateOffer, TrustedCertificate } from "#components/ui/server-trust.tsx";
import { ApprovalNeeded } from "./approval-needed.tsx";
import { presetFor, type Suggestion } from "./provider-presets.ts";

type Protocol = Connect["protocol"];
type SavedMailbox = ResponseOf<typeof mailboxes.config>[Protocol];
type Login = Omit<SavedMailbox, "passwordSaved"> & {
  password: string;
  /** IMAP only. */
  folder?: string;
  /** POP3 only. */
  leaveOnServer?: boolean;
};
type LoginForm = ReturnType<typeof useLoginForm>;

type MailboxFormProps = { protocol: Protocol; saved: SavedMailbox | undefined };

const titles = { imap: "IMAP", pop3: "POP3" };

function useLoginForm({ protocol, saved }: MailboxFormProps) {
  const connect = useConnectMailbox();
  const form = useForm(schemaOf(protocol, saved?.passwordSaved ?? false), {
    start: startOf(protocol, saved),
    fallback: t("Could not connect"),
    submit: async (value) => {
      const { email } = await connect.mutateAsync({ protocol, form: value } as Connect);
      form.form.resetField("password", { defaultValue: "" });
      toast.success(t("{email} is connected", { email }), screenToast);
    },
  });
  return form;
}

/** The contract's rules. The password is required unless one is saved, which a blank field then means. */
function schemaOf(protocol: Protocol, passwordSaved: boolean) {
  const schema = protocol === "imap" ? connectImapForm : connectPop3Form;
  const password = schema.shape.password.unwrap().min(1, t("Password is required"));
  return (passwordSaved ? schema : schema.extend({ password })) as unknown as z.ZodType<Connect["form"], Login>;
}

function startOf(protocol: Protocol, saved: SavedMailbox | undefined): Login {
  const { passwordSaved: _, ...savedLogin } = saved ?? { passwordSaved: false };
  const blank = { host: "", username: "", allowPlain: false, trustedFingerprint: "" };
  return { ...blank, ...savedLogin, ...(!saved?.host && connectDefaults[protocol]), password: "" } as Login;
}

/** The sign-in to an IMAP or POP3 server. Host and port are suggested from the address. */
export function MailboxForm(props: MailboxFormProps) {
  const { protocol, saved } = props;
  const form = useLoginForm(props);
  const suggestion = useSuggestion(protocol, form);
  const title = titles[protocol];
  return (
    <form
      onSubmit={form.onSubmit}
      noValidate
      aria-label={title}
      className="flex flex-col gap-4 rounded-panel border border-line p-4 md:p-5"
    >
      <h3 className="text-base font-semibold text-text">{title}</h3>
      <Refusal protocol={protocol} form={form} />
      <TextField
        label={t("Username")}
        hint={suggestion.hint ?? t("Usually your email address.")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...suggestion.username}
      />
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        placeholder={saved?.passwordSaved ? t("Leave blank to use the saved password") : ""}
        {...form.field("password")}
      />
      <div className="grid grid-cols-[1fr_6.5rem] gap-3">
        <TextField
          label={t("Host")}
          placeholder={`${protocol === "imap" ? "imap" : "pop"}.example.com`}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("host")}
        />
        <NumberField label={t("Port")} min={1} max={65_535} {...form.number("port")} />
      </div>
      {suggestion.offer && (
        <p className="-mt-2 text-xs text-text-3">
          {rich(
            "Not sure? <button>Try {host}, port {port}</button>",
            {
              button: (text) => (
                <button
                  type="button"
                  onClick={suggestion.offer?.take}
                  className="min-h-6 rounded-item font-medium text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
                >
                  {text}
                </button>
              ),
            },
            { host: suggestion.offer.host, port: String(suggestion.offer.port) },
          )}
        </p>
      )}
      <Checkbox label={t("Secure (TLS/SSL)")} {...form.form.register("secure")} />
      {!form.form.watch("secure") && <AllowWithoutTls {...form.form.register("allowPlain")} />}
      <Trust form={form} />
      {protocol === "imap" ? (
        <TextField label={t("Folder")} autoCapitalize="none" spellCheck={false} {...form.field("folder")} />
      ) : (
        <Checkbox label={t("Leave messages on the server")} {...form.form.register("leaveOnServer")} />
      )}
      <div className="mt-auto flex justify-end pt-1">
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel={t("Connecting…")}>
          {t("Connect {title}", { title })}
        </Button>
      </div>
    </form>
  );
}

/** Shows the trusted certificate, or offers to trust the one of the last attempt and connect again. */
function Trust({ form }: { form: LoginForm }) {
  const trusted = form.form.watch("trustedFingerprint");
  const shown = form.certificate;
  const trust = (fingerprint: string) => form.form.setValue("trustedFingerprint", fingerprint, { shouldDirty: true });
  return (
    <>
      {trusted && <TrustedCertificate fingerprint={trusted} onForget={() => trust("")} />}
      {shown && shown.fingerprint !== trusted && (
        <CertificateOffer
          certificate={shown}
          onTrust={() => {
            trust(shown.fingerprint);
            form.onSubmit();
          }}
        />
      )}
    </>
  );
}

/** Why the last attempt failed. */
function Refusal({ protocol, form }: { protocol: Protocol; form: LoginForm }) {
  if (!form.failure) return null;
  if (form.failureCode !== "approval_required") return <Alert kind="bad">{form.failure}</Alert>;
  const email = mailboxAddress(form.form.getValues());
  return (
    <ApprovalNeeded key={email} kind={protocol} email={email}>
      {form.failure}
    </ApprovalNeeded>
  );
}

/** Fills in host and port of a known provider unless the user typed a host. Offers the usual host names for other domains. */
function useSuggestion(protocol: Protocol, form: LoginForm) {
  const [found, setFound] = useState<Suggestion | null>(null);
  const [filled, setFilled] = useState("");
  const { setValue, getValues, watch } = form.form;
  const host = watch("host");
  const field = form.field("username");

  const take = ({ host: name, port, secure }: { host: string; port: number; secure: boolean }) => {
    setValue("host", name, { shouldDirty: true, shouldValidate: true });
    setValue("port", port, { shouldDirty: true, shouldValidate: true });
    setValue("secure", secure, { shouldDirty: true });
    setFilled(name);
  };
  const suggest = () => {
    const suggestion = presetFor(getValues("username"));
    setFound(suggestion);
    const isFree = !getValues("host") || getValues("host") === filled;
    if (suggestion?.isKnown && isFree) take(suggestion[protocol]);
  };
  const server = found?.[protocol];
  return {
    username: {
      ...field,
      onBlur: async (event: React.FocusEvent) => {
        await field.onBlur(event);
        suggest();
      },
    },
    hint: found?.isKnown ? found.hint : undefined,
    offer: found && !found.isKnown && !host && server ? { ...server, take: () => take(server) } : null,
  };
}
