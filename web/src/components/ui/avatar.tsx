import { classNames } from "#lib/class-names.ts";
import { initials } from "#lib/format.ts";

const tints = [
  "bg-tint-1 text-tint-1-text",
  "bg-tint-2 text-tint-2-text",
  "bg-tint-3 text-tint-3-text",
  "bg-tint-4 text-tint-4-text",
  "bg-tint-5 text-tint-5-text",
];
const sizes = { sm: "size-7 text-2xs", md: "size-8 text-xs", lg: "size-10 text-sm" };

type AvatarProps = { name: string; size?: keyof typeof sizes; className?: string };

/** Initials in a circle whose tint follows the name; decorative, since the name is always beside it. */
export function Avatar({ name, size = "md", className }: AvatarProps) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-flex shrink-0 items-center justify-center rounded-full font-semibold select-none",
        sizes[size],
        tints[sum % tints.length],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
