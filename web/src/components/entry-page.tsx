import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { Logo } from "./ui/logo.tsx";

type EntryPageProps = {
  /** The title of the browser tab. */
  title: string;
  heading: string;
  children: ReactNode;
};

/** A page for people who are not signed in: one narrow form under the logo. */
export function EntryPage({ title, heading, children }: EntryPageProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center bg-surface px-6 py-10">
      <title>{t("{title} · Intellibox", { title })}</title>
      <div className="w-full max-w-[372px]">
        <Logo />
        <h1 className="mt-6 text-2xl font-semibold">{heading}</h1>
        {children}
      </div>
    </main>
  );
}
