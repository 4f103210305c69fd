import { blocksOf } from "#lib/drafts/draft-html.ts";
import { Skeleton } from "../ui/async-states.tsx";

/** The typography of mail, shared by the editor and the streamed draft, so that nothing moves between the two. */
export const mailTextClass =
  "relative w-full flex-1 px-4 py-4 text-field md:text-md md:px-6 text-text outline-none break-words whitespace-break-spaces " +
  "[&>*]:max-w-[68ch] [&_p]:my-0 [&_p+p]:mt-3 [&_:is(ul,ol,blockquote,h1,h2,h3,h4,h5,h6,pre)]:my-3 " +
  "[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:ps-6 [&_li]:my-1 [&_li::marker]:text-text-3 [&_li>p]:my-0 " +
  "[&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-text-2 " +
  "[&_h1]:text-xl [&_h2]:text-lg [&_h3]:text-md [&_:is(h1,h2,h3,h4,h5,h6)]:font-semibold " +
  "[&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-2 [&_a]:cursor-pointer " +
  "[&_code]:rounded-[4px] [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_pre]:rounded-control [&_pre]:bg-hover [&_pre]:p-3 [&_pre]:font-mono [&_hr]:my-4 " +
  "[&_.is-editor-empty]:before:pointer-events-none [&_.is-editor-empty]:before:float-left [&_.is-editor-empty]:before:h-0 [&_.is-editor-empty]:before:text-text-3 [&_.is-editor-empty]:before:content-[attr(data-placeholder)]";

/** A draft while the model writes it: grey lines until the first words arrive. */
export function StreamingText({ text }: { text: string }) {
  if (!text.trim()) {
    return (
      <div className="flex flex-col gap-3 px-4 py-5 md:px-6" aria-hidden="true">
        {["w-32", "w-full max-w-[60ch]", "w-full max-w-[54ch]", "w-2/3 max-w-[40ch]", "mt-3 w-24"].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  return (
    <div className={mailTextClass} aria-busy="true">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text only grows at its end
        <Block key={index} {...block} />
      ))}
    </div>
  );
}

function Block({ kind, lines }: ReturnType<typeof blocksOf>[number]) {
  if (kind === "paragraph") return <p className="whitespace-pre-wrap">{lines.join("\n")}</p>;
  const List = kind === "bullets" ? "ul" : "ol";
  return (
    <List>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <li key={index}>{line}</li>
      ))}
    </List>
  );
}
