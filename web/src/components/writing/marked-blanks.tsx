import { openTokensIn } from "@intellibox/contract/rules/merge-tokens";
import { blankLook } from "#lib/blank-look.ts";

/** A draft's text with its placeholders, such as [your answer], marked as the editor marks them. */
export function MarkedBlanks({ text }: { text: string }) {
  const blanks = openTokensIn(text);
  return blanks.length === 0 ? (
    text
  ) : (
    <>
      {blanks.map(({ token, index }, at) => {
        const before = blanks[at - 1];
        return (
          <span key={index}>
            {text.slice(endOf(before), index)}
            <mark className={blankLook}>{token}</mark>
          </span>
        );
      })}
      {text.slice(endOf(blanks.at(-1)))}
    </>
  );
}

const endOf = (blank: { token: string; index: number } | undefined) => (blank ? blank.index + blank.token.length : 0);
