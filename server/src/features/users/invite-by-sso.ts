// The invitation to a company that refuses passwords: where to sign in, instead of a link to choose a password.
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { conflict } from "#lib/errors.ts";
import { inLanguage } from "#lib/languages.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import type { Scope } from "#scope.ts";
import { accountMailer } from "#features/auth/account-mail.ts";
import { initiator } from "./initiator.ts";

type Newcomer = { name: string; email: string; company: string };

/** Throws if there is no server for it; the message says what the administrator can do. */
export async function mailSsoInvitation(scope: Scope, { name, email, company }: Newcomer) {
  const url = `${publicUrlOf(scope.config)}/sso`;
  const mailer = await accountMailer(scope);
  if (!mailer)
    throw conflict(
      t("No invitation was mailed, because no mail server is set up. Ask {name} to sign in by single sign-on: {url}", {
        name,
        url,
      }),
    );
  const mail = inLanguage(language(), () => ({
    subject: t("You were added to {company} on Intellibox", { company }),
    text: [
      t("Hello {name},", { name }),
      t("You were added to {company} by {initiator}. Sign in by single sign-on here, with this email address:", {
        company,
        initiator: initiator(scope),
      }),
      url,
      t("If you do not know this person, ignore this mail."),
    ].join("\n\n"),
  }));
  await mailer({ to: { name, address: email }, ...mail });
}
