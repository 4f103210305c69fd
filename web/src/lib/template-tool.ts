import type { Template, TemplateContent, TemplateItem } from "@intellibox/contract/endpoints/templates";
import type { TokenPerson } from "@intellibox/contract/rules/fill-tokens";

/** The calls by which an editor inserts and saves templates. Its page passes them, because views make no calls. */
export type TemplateTool = {
  list: () => Promise<readonly TemplateItem[]>;
  read: (id: string) => Promise<Template>;
  /** Counts the use. */
  used: (id: string) => void;
  /** The first recipient now, whose names may become tokens of a new template. */
  person: () => TokenPerson;
  /** With all that is known of the recipient, to fill tokens. */
  facts: () => Promise<TokenPerson>;
  /** The writer. */
  me: () => TokenPerson;
  /** The mail's subject now. */
  subject: () => string;
  /** Undefined if the text has no subject. */
  setSubject: ((subject: string) => void) | undefined;
  /** Tokens stay in the text, because they are filled later: for each recipient of a mail merge, or when a template is used. */
  keepsTokens: boolean;
  /** Undefined where a template itself is written: it has a form of its own. */
  save: ((content: TemplateContent) => Promise<unknown>) | undefined;
  /** The id of a template to insert at once. `onBegun` takes it from there. */
  wanted?: string | undefined;
  onBegun?: () => void;
};
