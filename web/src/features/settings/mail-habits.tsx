import type { Profile } from "@intellibox/contract/endpoints/users";
import { followUpChoices, followUpDays, type ImagesPolicy, tones } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { profileQuery, useSaveProfile } from "#api/users.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { toneName } from "#components/writing/tone-select.tsx";

type HabitsProps = { profile: Profile; save: ReturnType<typeof useSaveProfile> };

/** How the user writes and reads mail, in all mailboxes. Every choice is saved at once. */
export function MailHabits() {
  const heading = useId();
  const { data: profile } = useQuery(profileQuery);
  const save = useSaveProfile();
  if (!profile) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <h2 id={heading} className="text-lg font-semibold">
        {t("Writing and reading")}
      </h2>
      {save.isError && <Alert kind="bad">{save.error.message}</Alert>}
      <DefaultMailbox {...{ profile, save }} />
      <Habits {...{ profile, save }} />
    </section>
  );
}

function DefaultMailbox({ profile, save }: HabitsProps) {
  const { user } = useSignedIn();
  const { data: mailboxes = [] } = useQuery({ ...mailboxesQuery, retry: false });
  const value = profile.defaultMailboxId ?? "";
  const own = { value: "", label: user.email };
  const boxes = mailboxes
    .filter(({ id, maySendAs }) => maySendAs || id === value)
    .map(({ id, email, provider, name }) => ({ value: id, label: mailboxName(email, provider, name) }));
  if (boxes.length === 0) return null;
  return (
    <SelectField
      label={t("New mail starts from")}
      hint={t("Replies leave from the mailbox that got the mail. You can choose another sender for each mail.")}
      value={value}
      disabled={save.isPending}
      options={[own, ...boxes]}
      onChange={(id) => save.mutate({ defaultMailboxId: id || null })}
    />
  );
}

const replies = [
  { value: "one", label: t("Replies to the sender") },
  { value: "all", label: t("Replies to all") },
] as const;

const forwards = [
  { value: "quoted", label: t("Forwards the text with its files") },
  { value: "file", label: t("Forwards the mail as an attachment") },
] as const;

const policies: readonly { value: ImagesPolicy; label: string }[] = [
  { value: "ask", label: t("Ask before they are shown") },
  { value: "always", label: t("Always show them") },
  { value: "never", label: t("Never show them") },
];

const toneChoices = tones.map((value) => ({ value, label: toneName(value) }));

const aboutPolicy: Record<ImagesPolicy, string> = {
  ask: t("Senders see when their images are loaded. You decide for each message or sender."),
  always: t("Senders can see when you read their mail. Images in Spam stay hidden."),
  never: t("Images are not shown, not even from senders that you allowed before."),
};

function Habits({ profile, save }: HabitsProps) {
  const { repliesToAll, forwardsAsFile, imagesPolicy, tracksMail, tone, offersReplies, followUpDays: days } = profile;
  const disabled = save.isPending;
  return (
    <>
      <SelectField
        label={t("The Reply button and R")}
        hint={t("Mail that nobody else got is answered to its sender in any case.")}
        value={repliesToAll ? "all" : "one"}
        options={replies}
        disabled={disabled}
        onChange={(value) => save.mutate({ repliesToAll: value === "all" })}
      />
      <SelectField
        label={t("The Forward button and F")}
        hint={t("The menu of a message has the other way, too.")}
        value={forwardsAsFile ? "file" : "quoted"}
        options={forwards}
        disabled={disabled}
        onChange={(value) => save.mutate({ forwardsAsFile: value === "file" })}
      />
      <SelectField
        label={t("Remote images in mail")}
        hint={aboutPolicy[imagesPolicy]}
        value={imagesPolicy}
        options={policies}
        disabled={disabled}
        onChange={(value) => save.mutate({ imagesPolicy: value })}
      />
      <SelectField
        label={t("Follow-up of new mail")}
        hint={t("You are reminded if nobody answers. It can be changed for each mail.")}
        value={String(days ?? "") as (typeof followUpChoices)[number]["value"]}
        options={followUpChoices}
        disabled={disabled}
        onChange={(value) => save.mutate({ followUpDays: followUpDays.find((one) => String(one) === value) ?? null })}
      />
      <SelectField
        label={t("Tone of new drafts")}
        hint={t("What the assistant writes begins in this tone. It can be changed for each mail.")}
        value={tone}
        options={toneChoices}
        disabled={disabled}
        onChange={(value) => save.mutate({ tone: value })}
      />
      <Switch
        label={t("One-click replies")}
        hint={t("Short answers below a message. Each writes a draft, and sends nothing.")}
        checked={offersReplies}
        disabled={disabled}
        onChange={({ target }) => save.mutate({ offersReplies: target.checked })}
      />
      <Switch
        label={t("Track opens & clicks of new mail")}
        hint={t("Adds a tracking pixel and tracked links. It can be changed for each mail.")}
        checked={tracksMail}
        disabled={disabled}
        onChange={({ target }) => save.mutate({ tracksMail: target.checked })}
      />
    </>
  );
}
