import type { TokenPerson } from "@intellibox/contract/rules/fill-tokens";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLatest } from "#lib/hooks/use-latest.ts";
import { useSignedIn } from "#lib/session/session.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { useLoadedPeople } from "#api/known-people.ts";

type WrittenMail = {
  /** The recipients, separated by commas. */
  to?: string;
  subject?: string;
  /** Without it the text has no subject. */
  onSubject?: (subject: string) => void;
  /** See `TemplateTool`. It does not change while the editor is shown. */
  keepsTokens?: boolean;
  /** The text is a template itself. */
  isTemplate?: boolean;
};

/** Loaded when the editor asks for templates, so that no page waits for them. */
const calls = () => import("#api/templates.ts");
const peopleCalls = () => import("#api/people.ts");
/** Templates that are inserted soon after each other ask once. */
const factsStaleMs = 60_000;

/** Templates for the editor of a page. The tokens are filled from the first recipient and from the user. */
export function useTemplateTool(mail: WrittenMail): TemplateTool {
  const cache = useQueryClient();
  const people = useLoadedPeople();
  const { user, tenant } = useSignedIn();
  const me = { name: user.name, email: user.email, ...(tenant && { company: tenant.name }) };
  const latest = useLatest({ ...mail, people, me });
  const [tool] = useState<TemplateTool>(() => {
    const person = (): TokenPerson => {
      const [email] = parseRecipients(latest.current.to ?? "").addresses;
      if (!email) return {};
      const known = latest.current.people?.find(({ address }) => address === email.toLowerCase());
      return { email, ...(known?.name && { name: known.name }) };
    };
    /** Without an answer the template is inserted with what is known here. */
    const facts = async (): Promise<TokenPerson> => {
      const known = person();
      if (!known.email) return known;
      try {
        const query = (await peopleCalls()).addressFactsQuery(known.email.toLowerCase());
        const [card] = await cache.fetchQuery({ ...query, staleTime: factsStaleMs });
        return card ? { ...card, ...known, name: card.name || (known.name ?? "") } : known;
      } catch {
        return known;
      }
    };
    return {
      list: async () => cache.fetchQuery((await calls()).templatesQuery),
      read: async (id) => cache.fetchQuery((await calls()).templateQuery(id)),
      used: (id) => void calls().then(({ countTemplateUse }) => countTemplateUse(cache, id)),
      person,
      facts,
      me: () => latest.current.me,
      subject: () => latest.current.subject ?? "",
      setSubject: mail.onSubject && ((subject) => latest.current.onSubject?.(subject)),
      keepsTokens: mail.keepsTokens ?? false,
      save: mail.isTemplate
        ? undefined
        : async (content) => (await calls()).addTemplate(cache, { ...content, isShared: false }),
    };
  });
  return tool;
}
