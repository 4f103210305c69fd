import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { once } from "#lib/once.ts";
import { rich } from "#lib/rich.ts";
import { Link } from "#lib/router/link.tsx";
import { currentSession } from "#lib/session/session.ts";
import { loadedLater } from "../ui/loaded-later.tsx";
import type { Rate } from "./thumbs.tsx";

const Thumbs = loadedLater(() => import("./thumbs.tsx").then((m) => m.Thumbs));

/** The model that wrote a text. `basis` says how the built-in engine wrote it. */
export type WrittenBy = {
  provider: string;
  model: string;
  durationMs: number;
  basis?: "composed" | "frame" | undefined;
  /** Identifies the answer, to rate it. */
  usageId?: string | undefined;
  /** The user's voice changed the text. */
  inVoice?: boolean | undefined;
};

const seconds = once(
  () => new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

type EngineProps = { written: WrittenBy; className?: string; onRate?: Rate };

/** The model and its time, and two buttons to rate the answer. For the built-in engine, also how this user can get a better one. */
export function Engine({ written, className, onRate }: EngineProps) {
  const { usageId } = written;
  return (
    <span className={classNames("flex items-center gap-x-1 text-xs text-text-3", className)}>
      <span>
        {written.provider === "builtin" ? <BuiltIn isFrame={written.basis === "frame"} /> : timed(written)}
        {written.inVoice && (
          <>
            {" · "}
            <Link to="/profile?tab=voice" className="underline underline-offset-2">
              {t("In your voice")}
            </Link>
          </>
        )}
      </span>
      {usageId && onRate && <Thumbs {...{ usageId, onRate }} />}
    </span>
  );
}

const timed = ({ model, durationMs }: WrittenBy) =>
  durationMs < 100
    ? t("{model}, under 0.1 s", { model })
    : t("{model}, {seconds} s", { model, seconds: seconds().format(durationMs / 1000) });

function BuiltIn({ isFrame }: { isFrame: boolean }) {
  const page = modelPage();
  if (!page) {
    return isFrame
      ? t(
          "Built-in engine, plain frame: check the parts in your words. Ask your admin to add a model for a full draft.",
        )
      : t("Built-in engine. Ask your admin to connect an AI provider for richer drafts.");
  }
  const link = (words: ReactNode) => (
    <Link to={page} className="text-accent-text underline underline-offset-2">
      {words}
    </Link>
  );
  return (
    <>
      {isFrame
        ? rich("Built-in engine, plain frame: check the parts in your words, or <a>add a model for a full draft</a>", {
            a: link,
          })
        : rich("Built-in engine — <a>add a key for richer drafts</a>", { a: link })}
    </>
  );
}

/** Tells this user how to get a model. */
export function GetModel() {
  const page = modelPage();
  if (!page) return t("Ask your admin to connect an AI provider.");
  return (
    <Link to={page} className="text-accent-text underline underline-offset-2">
      {t("Connect an AI provider")}
    </Link>
  );
}

/** The page on which this user can choose a model; undefined if an administrator has to. */
function modelPage() {
  const role = currentSession()?.user.roleCode;
  if (!role || !may(role, "admin")) return undefined;
  return may(role, "super-admin") ? "/openai" : "/settings?tab=ai";
}
