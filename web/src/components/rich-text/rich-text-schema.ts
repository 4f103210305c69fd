import { Placeholder } from "@tiptap/extensions";
import type { Extensions } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { isLinkAllowed, linkSchemes } from "#lib/mail/link-address.ts";
import { Blanks } from "./rich-text-blanks.ts";
import { QuotedOriginal } from "./rich-text-quoted.ts";

export const undoDepth = 100;
export const undoGroupMs = 500;

/** The formatting that the editor supports. With `blanks`, placeholders such as [your answer] are marked. */
export const richTextExtensions = (placeholder: string, blanks?: { helpId: string }): Extensions => [
  ...(blanks ? [Blanks.configure(blanks)] : []),
  QuotedOriginal,
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    undoRedo: { depth: undoDepth, newGroupDelay: undoGroupMs },
    // It would add an empty paragraph to every mail that ends with a list.
    trailingNode: false,
    link: {
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: "https",
      // `openLink` opens links instead, without a referrer.
      openOnClick: false,
      protocols: linkSchemes.filter((scheme) => !["http", "https", "mailto", "tel"].includes(scheme)),
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer nofollow" },
      isAllowedUri: isLinkAllowed,
    },
  }),
  Placeholder.configure({ placeholder }),
];
