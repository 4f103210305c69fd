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
  to: string;
  subject: string;
  onSubject: (subject: string) => void;
};

/** Loaded when the editor asks for templates, so that no page waits for it. */
const calls = () => import("#api/templates.ts");

/** Templates for the editor of a page. The tokens are filled from the first recipient and from the user. */
export function useTemplateTool(mail: WrittenMail): TemplateTool {
  const cache = useQueryClient();
  const people = useLoadedPeople();
  const { user, tenant } = useSignedIn();
  const me = { name: user.name, email: user.email, ...(tenant && { company: tenant.name }) };
  const latest = useLatest({ ...mail, people, me });
  const [tool] = useState<TemplateTool>(() => {
    const person = (): TokenPerson => {
      const [email] = parseRecipients(latest.current.to).addresses;
      if (!email) return {};
      const known = latest.current.people?.find(({ address }) => address === email.toLowerCase());
      return { email, ...(known?.name && { name: known.name }) };
    };
    return {
      list: async () => cache.fetchQuery((await calls()).templatesQuery),
      read: async (id) => cache.fetchQuery((await calls()).templateQuery(id)),
      used: (id) => void calls().then(({ countTemplateUse }) => countTemplateUse(cache, id)),
      person,
      me: () => latest.current.me,
      subject: () => latest.current.subject,
      setSubject: (subject) => latest.current.onSubject(subject),
      save: async (content) => (await calls()).addTemplate(cache, { ...content, isShared: false }),
    };
  });
  return tool;
}
