import { t } from "@intellibox/contract/text/t";
import { Logo } from "#components/ui/logo.tsx";
import { IdleLink } from "./idle-link.tsx";
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
          By signing in you agree to the <IdleLink>{t("Terms")}</IdleLink> and{" "}
          <IdleLink>{t("Privacy Policy")}</IdleLink>.
        </footer>
      </div>
      <Promotion />
    </div>
  );
}
