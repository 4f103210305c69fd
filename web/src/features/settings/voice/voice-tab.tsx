import type { Voice } from "@intellibox/contract/endpoints/voices";
import { minVoiceMails } from "@intellibox/contract/rules/voice";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { dateTime } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useChangeVoice, useVoiceProgress, voiceQuery } from "#api/voice.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Page } from "#components/ui/page.tsx";
import { EditTrait } from "./edit-trait.tsx";
import { languageList, traitsOf, type VoiceTrait } from "./traits.ts";

type Changes = ReturnType<typeof useChangeVoice>;

/** How the user writes, as the assistant learned it. Each sentence can be changed or left out. */
export function VoiceTab() {
  const { data, error, refetch } = useQuery(voiceQuery);
  const progress = useVoiceProgress();
  const changes = useChangeVoice();
  if (error && !data) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Page width="form">
      <section aria-labelledby="voice" className="flex flex-col gap-5">
        <h2 id="voice" className="text-lg font-semibold">
          {t("Your voice")}
        </h2>
        <p className="text-base text-text-2">
          {t(
            "The assistant learns from mail that you sent how you write, and writes drafts and replies in that way. Nobody else can see it. If your company uses an AI provider, up to three of your sent mails are part of each request as examples.",
          )}
        </p>
        <Switch
          label={t("Write in my voice")}
          checked={data.isOn}
          disabled={changes.save.isPending}
          onChange={({ target }) => changes.save.mutate({ isOn: target.checked })}
        />
        {data.isOn && <Learned voice={data} progress={progress} changes={changes} />}
        {data.isOn && data.facts && <Traits voice={data} changes={changes} />}
        {(data.facts || Object.keys(data.edits).length > 0) && <EraseButton changes={changes} />}
      </section>
    </Page>
  );
}

type LearnedProps = { voice: Voice; progress: { done: number; total: number } | undefined; changes: Changes };

function Learned({ voice, progress, changes: { learn } }: LearnedProps) {
  const isBusy = voice.isLearning || learn.isPending;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="min-w-0 flex-1 basis-60 text-base text-text-2">
        {isBusy ? learningWords(progress) : learnedWords(voice)}
      </p>
      <Button
        icon={<RefreshCw className="size-4" aria-hidden="true" />}
        busy={isBusy}
        busyLabel={t("Learning…")}
        onClick={() => learn.mutate()}
      >
        {voice.facts ? t("Learn again now") : t("Learn now")}
      </Button>
    </div>
  );
}

const learningWords = (progress: LearnedProps["progress"]) =>
  progress
    ? t("Reading your sent mail: {done} of {total}", { done: String(progress.done), total: String(progress.total) })
    : t("Reading your sent mail…");

function learnedWords({ learnedAt, mails, facts }: Voice) {
  if (facts && learnedAt)
    return t("Learned {when} from {count, plural, one {# mail} other {# mails}}. It is learned again every week.", {
      when: dateTime(learnedAt),
      count: mails,
    });
  return t(
    "Nothing is learned yet. It takes {min} sent mails in your own words; {count, plural, one {# was found} other {# were found}} so far.",
    { min: String(minVoiceMails), count: mails },
  );
}

function Traits({ voice, changes: { save } }: { voice: Voice; changes: Changes }) {
  const [editing, setEditing] = useState<string>();
  const traits = traitsOf(voice);
  const edited = traits.find(({ id }) => id === editing);
  const change = (edits: ReturnType<VoiceTrait["change"]>) => save.mutate({ edits });
  return (
    <>
      <ul aria-label={t("How you write")} className="flex flex-col divide-y divide-line border-y border-line">
        {traits.map((trait) => (
          <TraitRow
            key={trait.id}
            trait={trait}
            busy={save.isPending}
            change={change}
            edit={() => setEditing(trait.id)}
          />
        ))}
        {voice.facts && voice.facts.languages.length > 1 && (
          <li className="py-3 text-base">{t("You write in {list}.", { list: languageList(voice.facts) })}</li>
        )}
      </ul>
      {edited && (
        <EditTrait trait={edited} save={(edits) => save.mutateAsync({ edits })} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}

type TraitRowProps = {
  trait: VoiceTrait;
  busy: boolean;
  change: (edits: ReturnType<VoiceTrait["change"]>) => void;
  edit: () => void;
};

function TraitRow({ trait, busy, change, edit }: TraitRowProps) {
  const { sentence, state } = trait;
  const isLeftOut = state === "left out";
  const about = { "aria-description": sentence };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-60 text-base [overflow-wrap:anywhere]">
        <span className={isLeftOut ? "text-text-3 line-through" : ""}>{sentence}</span>{" "}
        {isLeftOut && <Badge>{t("Left out")}</Badge>}
        {state === "edited" && <Badge tone="accent">{t("Changed by you")}</Badge>}
      </p>
      <div className="flex flex-wrap gap-2">
        {state !== "learned" && (
          <Button size="sm" disabled={busy} {...about} onClick={() => change(trait.change(undefined))}>
            {t("Use as learned")}
          </Button>
        )}
        {!isLeftOut && (
          <>
            <Button size="sm" disabled={busy} {...about} onClick={edit}>
              {t("Edit")}
            </Button>
            <Button size="sm" disabled={busy} {...about} onClick={() => change(trait.change(null))}>
              {t("Leave out")}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function EraseButton({ changes: { erase } }: { changes: Changes }) {
  const [isAsking, setAsking] = useState(false);
  const confirm = () =>
    erase.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast.success(t("Your voice is erased"), screenToast);
      },
    });
  return (
    <div>
      <Button icon={<Trash2 className="size-4" aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("Erase your voice")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("Erase your voice?")}
          action={t("Erase")}
          busyAction={t("Erasing…")}
          busy={erase.isPending}
          error={erase.error?.message}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          {t(
            "What was learned and what you changed is deleted. Nothing is learned until you switch it on again. Your mail stays.",
          )}
        </Confirm>
      )}
    </div>
  );
}
