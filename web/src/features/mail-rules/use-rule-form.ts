import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { type ChosenState, rulesQuery, useSaveRule } from "#api/mail-rules.ts";
import { checkDraft, type DraftErrors, draftOf, emptyDraft, errorOf, isSame, type RuleDraft } from "./rule-draft.ts";

/** A form that is open: a new rule, maybe filled in already, or a stored one. */
export type OpenedRule =
  | { kind: "new"; start: RuleContent | null; notes: readonly string[]; isShared: boolean }
  | { kind: "edit"; rule: MailRule };

type Failure = {
  message: string;
  isConflict: boolean;
  errors: DraftErrors;
  /** The field that it is about shows the same words. */
  isAtField?: boolean;
};

const partPaths = ["name", "when", "unless", "actions"];

/** The state of the form of a rule. */
export function useRuleForm(opened: OpenedRule, onSaved: () => void) {
  const cache = useQueryClient();
  const save = useSaveRule();
  const [changed, setChanged] = useState(opened.kind === "edit" ? opened.rule : undefined);
  const [start, setStart] = useState(() => startOf(opened));
  const [draft, setDraft] = useState(start);
  const [isShared, setIsShared] = useState(opened.kind === "edit" ? opened.rule.isShared : opened.isShared);
  const [state, setState] = useState<ChosenState>("watch");
  const [wasRefused, setWasRefused] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const checked = checkDraft(draft);
  const ownErrors = wasRefused && "errors" in checked ? checked.errors : {};
  const change = (parts: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...parts }));
    // The server's errors are about the former values of the fields.
    setFailure((before) => (before?.isConflict ? before : null));
  };
  /** The content, or null if the form shows what is wrong. */
  const content = () => {
    if ("content" in checked) return isShared ? { ...checked.content, mailboxIds: [] } : checked.content;
    setWasRefused(true);
    return null;
  };
  const submit = async () => {
    const valid = content();
    if (!valid) return;
    setFailure(null);
    try {
      await save.mutateAsync({ changed, content: valid, isShared, state });
      toast.success(t("Rule saved"), screenToast);
      onSaved();
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      const message = messageOf(error, t("The rule could not be saved."));
      const errors = refusal?.fields ?? {};
      setFailure({
        ...{ message, errors },
        isConflict: changed !== undefined && refusal?.code === "conflict",
        isAtField: partPaths.some((path) => errorOf(errors, path) === message),
      });
    }
  };
  const reload = async () => {
    try {
      const { items } = await cache.fetchQuery({ ...rulesQuery, staleTime: 0 });
      const latest = items.find(({ id }) => id === changed?.id);
      if (!latest) {
        setFailure({ message: t("This rule was deleted meanwhile."), isConflict: false, errors: {} });
        return;
      }
      setChanged(latest);
      setStart(draftOf(latest));
      setDraft(draftOf(latest));
      setFailure(null);
    } catch (error) {
      setFailure({ message: messageOf(error), isConflict: true, errors: {} });
    }
  };
  return {
    ...{ draft, change, isShared, setIsShared, state, setState, content, submit, reload, failure },
    isNew: changed === undefined,
    errors: { ...ownErrors, ...failure?.errors },
    /** The content if it is complete, for the rule in words. */
    complete: "content" in checked ? checked.content : null,
    isBusy: save.isPending,
    isDirty: !isSame(draft, start) || (opened.kind === "new" && opened.start !== null),
  };
}

function startOf(opened: OpenedRule) {
  if (opened.kind === "edit") return draftOf(opened.rule);
  return opened.start ? draftOf(opened.start) : emptyDraft();
}
