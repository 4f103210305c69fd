import type { StepKey } from "@intellibox/contract/endpoints/first-steps";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Circle, CircleCheck, X } from "lucide-react";
import { useState } from "react";
import { Link } from "#lib/router/link.tsx";
import { useSearchParams } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { firstStepsQuery, useDismissFirstSteps } from "#api/first-steps.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";

type Step = { title: string; hint: string; to: string };

const steps: Record<StepKey, Step> = {
  mailServer: {
    title: t("Set up outgoing mail"),
    hint: t("Add the mail server that sends your company's email."),
    to: "/smtp",
  },
  ai: {
    title: t("Connect an AI provider"),
    hint: t("For richer drafts and summaries. Until then the built-in engine writes."),
    to: "/settings?tab=ai",
  },
  company: { title: t("Add a company"), hint: t("Each company has its own people, mail and plan."), to: "/tenants" },
  people: { title: t("Invite people"), hint: t("Add the colleagues who will use Intellibox."), to: "/settings" },
  mailbox: {
    title: t("Connect a mailbox"),
    hint: t("Gmail, Outlook, IMAP or POP3. Your mail appears in the inbox."),
    to: "/inbox?tab=connections",
  },
  signature: {
    title: t("Add your signature"),
    hint: t("It is added to every email you send."),
    to: "/profile?tab=signature",
  },
  aiDraft: {
    title: t("Write your first email with AI"),
    hint: t("Say what you want. Intellibox writes it, you decide."),
    to: "/compose",
  },
  summary: {
    title: t("Summarize a conversation"),
    hint: t("Get the main points and tasks of a long thread."),
    to: "/summarize",
  },
};

/** The address of the list after it was brought back from the profile menu. */
const wanted = "steps";

/** The first steps of the user's role. Hidden once they are all done or dismissed, until the profile menu brings it back. */
export function FirstSteps() {
  const { user } = useSignedIn();
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(firstStepsQuery);
  const dismiss = useDismissFirstSteps();
  const [wasOpen, setWasOpen] = useState(false);
  if (!data) return null;

  const done = data.steps.filter(({ isDone }) => isDone).length;
  const isComplete = done === data.steps.length;
  if (!isComplete && !wasOpen) setWasOpen(true);
  if (data.isDismissed || (isComplete && !wasOpen && !search.has(wanted))) return null;

  const close = () => {
    dismiss.mutate(true);
    if (search.has(wanted)) setSearch({}, { replace: true });
  };
  return (
    <SectionPanel
      title={t("Getting started")}
      hint={t("{done} of {count} done", { done, count: data.steps.length })}
      actions={
        isComplete ? (
          <Button size="sm" onClick={close}>
            {t("Close")}
          </Button>
        ) : (
          <IconButton
            label={t("Dismiss Getting started")}
            onClick={close}
            icon={<X className="size-4" aria-hidden="true" />}
          />
        )
      }
    >
      <div className="px-4 pb-2">
        <progress
          className="block h-1 w-full appearance-none overflow-hidden rounded-full bg-active accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
          aria-label={t("Getting started")}
          value={done}
          max={data.steps.length}
        />
      </div>
      {isComplete && <p className="px-4 pb-1 text-sm text-text-2">{t("You are all set.")}</p>}
      <ul className="grid gap-x-4 px-2 pb-2 md:grid-cols-2">
        {data.steps.map(({ key, isDone }) => (
          <li key={key}>
            <StepLink {...steps[key]} to={placeOf(key, user.roleCode)} isDone={isDone} />
          </li>
        ))}
      </ul>
    </SectionPanel>
  );
}

/** The super admin sets up the AI of every company on a page of its own. */
const placeOf = (key: StepKey, role: string) => (key === "ai" && role === "SUPER_ADMIN" ? "/openai" : steps[key].to);

function StepLink({ title, hint, to, isDone }: Step & { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <Link
      to={to}
      className="group flex min-h-12 items-center gap-3 rounded-item px-2 py-1.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon className={isDone ? "size-5 shrink-0 text-ok" : "size-5 shrink-0 text-control"} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className={isDone ? "block text-sm text-text-3" : "block text-sm font-medium text-text"}>
          {title}
          {isDone && <span className="sr-only"> {t("(done)")}</span>}
        </span>
        {!isDone && <span className="block text-xs text-text-3">{hint}</span>}
      </span>
      {!isDone && <ChevronRight className="size-4 shrink-0 text-text-3" aria-hidden="true" />}
    </Link>
  );
}
