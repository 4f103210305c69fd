import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { rich } from "#lib/rich.ts";
import { Logo } from "#components/ui/logo.tsx";
import { LoginForm } from "./login-form.tsx";
import { Promotion, ShortPromotion } from "./promotion.tsx";

/** Calls `onEmailGiven` once the email is filled in, so that the caller can preload the code of the signed-in pages. */
export function LoginPage({ onEmailGiven }: { onEmailGiven: () => void }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,7fr)_minmax(0,8fr)]">
      <title>{t("Sign in · Intellibox")}</title>
      <div className="flex min-h-dvh flex-col px-6 md:px-12">
        <header className="flex items-center gap-2.5 pt-5 text-md font-semibold tracking-[-0.01em] md:pt-7">
          <Logo />
          Intellibox
        </header>
        <main className="mx-auto flex w-full max-w-[372px] flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl font-semibold">{t("Sign in to Intellibox")}</h1>
          <p className="mt-1 text-base text-text-2">{t("Pick up where you left off.")}</p>
          <LoginForm onEmailGiven={onEmailGiven} />
          <ShortPromotion />
        </main>
        <footer className="pb-6 text-center text-xs text-text-3">
          {rich("By signing in you agree to the <terms>Terms</terms> and <privacy>Privacy Policy</privacy>.", {
            terms: (words) => <LegalLink to="/help/terms">{words}</LegalLink>,
            privacy: (words) => <LegalLink to="/help/privacy">{words}</LegalLink>,
          })}
        </footer>
      </div>
      <Promotion />
    </div>
  );
}

/** Opens another tab, so that this page stays as it is, with what was typed into it. */
const LegalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={to}
    target="_blank"
    rel="noreferrer"
    className="inline-block py-1 text-text-2 underline decoration-line-strong underline-offset-2 hover:text-text"
  >
    {children}
  </a>
);
