import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

const tones = {
  neutral: "bg-hover text-text-2",
  ok: "bg-ok-bg text-ok",
  warn: "bg-warn-bg text-warn",
  bad: "bg-bad-bg text-bad",
  accent: "bg-selected text-accent-text",
  ai: "bg-ai-bg text-ai",
};
export type BadgeTone = keyof typeof tones;

const sizes = { sm: "h-4 px-1.5 text-2xs", md: "h-5 px-2 text-xs", lg: "h-6 px-2.5 text-xs" };

type BadgeProps = {
  tone?: BadgeTone;
  dot?: boolean;
  size?: keyof typeof sizes;
  children: ReactNode;
  className?: string;
};

/** A state in one word; the colour only repeats what the word says. */
export function Badge({ tone = "neutral", dot = false, size = "md", children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-full font-medium whitespace-nowrap",
        sizes[size],
        tones[tone],
        className,
      )}
    >
      {dot && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
      <span className="truncate">{children}</span>
    </span>
  );
}
